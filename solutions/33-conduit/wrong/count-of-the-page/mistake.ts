import type { Mistake } from '#check';

export default {
  summary: 'articlesCount is the length of the page.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'articlesCount: Number(counted?.count)',
      replace: 'articlesCount: (void counted, articles.length)',
    },
  ],
  fails: {
    'a list has 20 entries unless it is told otherwise': 'Expected "articlesCount" to be 22',
    'limit and offset choose a part': 'Expected "articlesCount" to be 5',
    'an offset beyond the end is an empty list': 'Expected "articlesCount" to be 5',
  },
} satisfies Mistake;
