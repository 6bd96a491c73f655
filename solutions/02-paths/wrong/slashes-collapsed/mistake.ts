import type { Mistake } from '#check';

export default {
  summary: 'The handler turns two slashes in a row into one.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: ctx.param('*').replaceAll('//', '/') }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'Return what ctx.param("*") returns, unchanged',
  },
} satisfies Mistake;
