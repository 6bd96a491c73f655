import type { Mistake } from '#check';

export default {
  summary: 'limit and offset are read with Number.',
  edits: [
    {
      file: 'articles/article.dto.ts',
      find: ".regex(/^\\d+$/, 'must be an integer')",
      replace: ".refine((value) => Number.isInteger(Number(value)), 'must be an integer')",
    },
  ],
  fails: {
    'an invalid limit is 422': 'Expected status 422, got 200',
    'an invalid offset is 422': 'Expected status 422, got 200',
  },
} satisfies Mistake;
