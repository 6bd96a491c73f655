import type { Mistake } from '#check';

export default {
  summary: 'The handler replaces plus signs with spaces, although ctx.query has already done it.',
  edits: [
    { file: 'library.controller.ts', find: "{ q: ctx.query('q')", replace: "{ q: ctx.query('q').replaceAll('+', ' ')" },
  ],
  fails: {
    'a query parameter is decoded exactly once': 'Return what ctx.query(…) returns, unchanged',
  },
} satisfies Mistake;
