import type { Mistake } from '#check';

export default {
  summary: 'A tag selects articles whose tags contain it.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'where tag = ${tag})',
      replace: 'where tag like ${`%${tag}%`})',
    },
  ],
  fails: {
    'a tag selects the articles that have it': 'Expected the articles',
  },
} satisfies Mistake;
