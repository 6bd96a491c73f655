import type { Mistake } from '#check';

export default {
  summary: 'The feed contains all articles.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'return this.#page([isFollowed], page, viewer);',
      replace: 'void isFollowed;\n    return this.#page([], page, viewer);',
    },
  ],
  fails: {
    'the feed of somebody who follows nobody is empty': 'Expected the articles (none); got',
    'the feed has the articles of all followed users, and no others': 'Expected the articles',
  },
} satisfies Mistake;
