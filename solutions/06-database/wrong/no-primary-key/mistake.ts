import type { Mistake } from '#check';

export default {
  summary: 'The table has no primary key.',
  edits: [{ file: 'posts/posts.service.ts', find: 'id text primary key', replace: 'id text' }],
  fails: {
    'the first start creates the table posts, with six columns and no row':
      'a column is missing, misspelled, or without its type or',
  },
} satisfies Mistake;
