import type { Mistake } from '#check';

export default {
  summary: 'A change leaves updatedAt as it is.',
  edits: [
    {
      file: 'articles/articles.service.ts',
      find: 'body = ${body}, updated_at = ${now}',
      replace: 'body = ${body}, updated_at = coalesce(updated_at, ${now})',
    },
  ],
  fails: {
    'a change moves updatedAt, and leaves createdAt': 'Expected "updatedAt" to be later than',
  },
} satisfies Mistake;
