import type { Mistake } from '#check';

export default {
  summary: 'The page stays the text that it was in the query.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "Number(ctx.queryDefault('page', '1'))",
      replace: "ctx.queryDefault('page', '1')",
    },
  ],
  fails: {
    'GET /search answers with the words and the page, a number': 'a query is always text',
    'a query arrives decoded': 'the page is 1 where none is asked for',
    'what is absent from the query has a default': '"page" is 1',
  },
} satisfies Mistake;
