import type { Mistake } from '#check';

export default {
  summary: 'favorited is true if anybody has favorited the article.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'where user_id = ${viewer} and article_id = articles.id) as favorited',
      replace: 'where article_id = articles.id) as favorited',
    },
  ],
  fails: {
    'an article shows what the caller follows and favorites': 'Expected "favorited" to be false for this caller',
    'unfavoriting an article responds with it': 'Expected "favorited" to be false and "favoritesCount" 1',
  },
} satisfies Mistake;
