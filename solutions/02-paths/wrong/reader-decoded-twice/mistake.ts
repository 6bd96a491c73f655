import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the reader a second time.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "reader: ctx.param('reader')",
      replace: "reader: decodeURIComponent(ctx.param('reader'))",
    },
  ],
  fails: {
    'both parameters are strings, decoded exactly once': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
