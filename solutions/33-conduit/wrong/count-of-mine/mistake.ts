import type { Mistake } from '#check';

export default {
  summary: 'favoritesCount counts only the favorites of the caller.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: '(select count(*) from favorites where article_id = articles.id)',
      replace: '(select count(*) from favorites where article_id = articles.id and user_id = ${viewer})',
    },
  ],
  fails: {
    'unfavoriting an article responds with it': 'Expected "favorited" to be false and "favoritesCount" 1',
    'unfavoriting what is not a favorite changes nothing': 'Expected "favorited" to be false and "favoritesCount" 1',
    'all users are counted, the author too': 'Expected "favoritesCount" to be 2',
  },
} satisfies Mistake;
