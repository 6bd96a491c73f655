import type { Mistake } from '#check';

export default {
  summary: 'The handler converts a parameter to lower case.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "reader: ctx.param('reader')",
      replace: "reader: ctx.param('reader').toLowerCase()",
    },
  ],
  fails: {
    'both parameters are strings, decoded exactly once': 'Return what ctx.param(…) returns, unchanged',
  },
} satisfies Mistake;
