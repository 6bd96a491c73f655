import type { Mistake } from '#check';

export default {
  summary: 'Unfavoriting an article takes back the favorites of all users.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'delete from favorites where user_id = ${user.id} and article_id = ${id}',
      replace: 'delete from favorites where article_id = ${id}',
    },
  ],
  fails: {
    'unfavoriting an article responds with it': 'Expected "favorited" to be false and "favoritesCount" 1',
    'unfavoriting what is not a favorite changes nothing': 'Expected "favorited" to be false and "favoritesCount" 1',
  },
} satisfies Mistake;
