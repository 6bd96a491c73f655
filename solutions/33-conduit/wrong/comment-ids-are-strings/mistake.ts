import type { Mistake } from '#check';

export default {
  summary: 'The id of a comment is a string.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: 'return { id, createdAt: now,',
      replace: 'return { id: String(id) as unknown as number, createdAt: now,',
    },
  ],
  fails: {
    'a new title makes a new slug': 'Expected the comment of the article under its new slug',
    'a new comment comes back with 201': 'Expected "id" to be a positive integer',
  },
} satisfies Mistake;
