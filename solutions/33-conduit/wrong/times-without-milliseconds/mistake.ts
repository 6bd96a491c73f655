import type { Mistake } from '#check';

export default {
  summary: 'Times have no milliseconds.',
  edits: [
    {
      file: 'articles/article.ts',
      find: 'createdAt: created_at,',
      replace: "createdAt: created_at.replace(/\\.\\d+/, ''),",
    },
  ],
  fails: {
    'times are in UTC, with milliseconds': 'Expected times like 2026-05-01T08:00:00.000Z',
    'a new article has no favorites, and equal times': 'Expected "createdAt" and "updatedAt" to be equal',
  },
} satisfies Mistake;
