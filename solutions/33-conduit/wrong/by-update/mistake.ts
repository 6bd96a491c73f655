import type { Mistake } from '#check';

export default {
  summary: 'Lists begin with the article that was changed last.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'order by articles.id desc',
      replace: 'order by articles.updated_at desc, articles.id desc',
    },
  ],
  fails: {
    'a change of an article leaves it in its place': 'Expected the articles',
  },
} satisfies Mistake;
