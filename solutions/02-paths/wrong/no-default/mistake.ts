import type { Mistake } from '#check';

export default {
  summary: 'An absent page becomes 0, because that is what Number makes of an empty text.',
  edits: [{ file: 'library.controller.ts', find: "ctx.queryDefault('page', '1')", replace: "ctx.query('page')" }],
  fails: {
    'a query arrives decoded': 'the page is 1 where none is asked for',
    'what is absent from the query has a default': 'see ctx.queryDefault',
  },
} satisfies Mistake;
