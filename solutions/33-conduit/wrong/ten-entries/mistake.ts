import type { Mistake } from '#check';

export default {
  summary: 'A list has 10 entries unless it is told otherwise.',
  edits: [
    {
      file: 'articles/article.dto.ts',
      find: '.default(20)',
      replace: '.default(10)',
    },
  ],
  fails: {
    'a list has 20 entries unless it is told otherwise': 'Expected 20 articles',
  },
} satisfies Mistake;
