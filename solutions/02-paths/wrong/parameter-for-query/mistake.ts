import type { Mistake } from '#check';

export default {
  summary: 'The handler reads the query with the method for path parameters.',
  edits: [{ file: 'library.controller.ts', find: "ctx.query('q')", replace: "ctx.param('q')" }],
  fails: {
    'GET /search returns the search words and the page as a number':
      'or the handler calls ctx.param(…), which only reads the path',
    'a query parameter is decoded exactly once': 'or the handler calls ctx.param(…), which only reads the path',
    'absent query parameters have defaults': 'or the handler calls ctx.param(…)',
  },
} satisfies Mistake;
