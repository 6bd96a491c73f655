import type { Mistake } from '#check';

export default {
  summary: 'The handler trims the search words.',
  edits: [{ file: 'library.controller.ts', find: "q: ctx.query('q')", replace: "q: ctx.query('q').trim()" }],
  fails: {
    'a query parameter is decoded exactly once': 'Return what ctx.query(…) returns, unchanged',
  },
} satisfies Mistake;
