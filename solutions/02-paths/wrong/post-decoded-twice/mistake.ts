import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the second parameter again.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "post: ctx.param('post')",
      replace: "post: decodeURIComponent(ctx.param('post'))",
    },
  ],
  fails: {
    'both parameters are strings, decoded exactly once': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
