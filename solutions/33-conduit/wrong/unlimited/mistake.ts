import type { Mistake } from '#check';

export default {
  summary: 'limit may be any number.',
  edits: [
    {
      file: 'articles/article.dto.ts',
      find: 'limit: integer(1, 100)',
      replace: 'limit: integer(1, 1_000_000)',
    },
  ],
  fails: {
    'an invalid limit is 422': 'Expected status 422, got 200',
  },
} satisfies Mistake;
