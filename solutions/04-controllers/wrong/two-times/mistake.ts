import type { Mistake } from '#check';

export default {
  summary: 'create asks for the time twice, so the two timestamps of a new post can differ.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'updated_at: now }',
      replace: 'updated_at: new Date().toISOString() }',
    },
  ],
  fails: {
    'POST /posts responds with 201 and the new post': 'create asks for the time twice',
  },
} satisfies Mistake;
