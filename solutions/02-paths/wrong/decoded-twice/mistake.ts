import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the parameter again.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "return { tag: ctx.param('tag') };",
      replace: "return { tag: decodeURIComponent(ctx.param('tag')) };",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
