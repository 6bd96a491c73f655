import type { Mistake } from '#check';

export default {
  summary: 'The handler converts the rest of the path to lower case.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: ctx.param('*').toLowerCase() }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'Return what ctx.param("*") returns, unchanged',
  },
} satisfies Mistake;
