import type { Mistake } from '#check';

export default {
  summary: 'A repeated tag appears twice.',
  edits: [
    {
      file: 'articles/article.dto.ts',
      find: '.transform((tags) => [...new Set(tags)])',
      replace: '.transform((tags) => [...tags])',
    },
  ],
  fails: {
    'tags keep their order, and appear once': 'Expected "tagList" to be ["',
  },
} satisfies Mistake;
