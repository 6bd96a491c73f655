import type { Mistake } from '#check';

export default {
  summary: 'An article with comments cannot be deleted.',
  edits: [
    {
      file: 'store/schema.ts',
      find: 'article_id text not null references articles (id) on delete cascade,\n      author_id',
      replace: 'article_id text not null references articles (id),\n      author_id',
    },
  ],
  fails: {
    'a deleted article is gone': 'Expected status 204, got 500',
  },
} satisfies Mistake;
