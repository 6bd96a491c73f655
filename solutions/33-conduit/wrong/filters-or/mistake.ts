import type { Mistake } from '#check';

export default {
  summary: 'Of several filters, one must match.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'const matches = sql.and(conditions);',
      replace: 'const matches = conditions.some(Boolean) ? sql.or(conditions) : sql.and(conditions);',
    },
  ],
  fails: {
    'several filters must all match': 'Expected the articles',
  },
} satisfies Mistake;
