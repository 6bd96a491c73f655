import type { Mistake } from '#check';

export default {
  summary: 'The handler removes dots from the path and calls that safe.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: ctx.param('*').replaceAll('..', '') }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'the handler returns a different value as "file"',
  },
} satisfies Mistake;
