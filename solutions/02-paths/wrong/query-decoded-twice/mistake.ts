import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the query parameter again.',
  edits: [{ file: 'library.controller.ts', find: "ctx.query('q')", replace: "decodeURIComponent(ctx.query('q'))" }],
  fails: {
    'a query parameter is decoded exactly once': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
