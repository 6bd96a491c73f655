import type { Mistake } from '#check';

export default {
  summary: 'The page is still the string from the query.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "Number(ctx.queryDefault('page', '1'))",
      replace: "ctx.queryDefault('page', '1')",
    },
  ],
  fails: {
    'GET /search returns the search words and the page as a number': '"page" is still a string',
    'a query parameter is decoded exactly once': '"page" is still a string',
    'absent query parameters have defaults': '"page" is still a string',
  },
} satisfies Mistake;
