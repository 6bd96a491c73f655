import type { Mistake } from '#check';

export default {
  summary: 'update does not change updated_at.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'published, updated_at: new Date().toISOString() }',
      replace: 'published }',
    },
  ],
  fails: {
    'PUT /posts/:id replaces the post': 'updated_at is not set to the time of this change',
  },
} satisfies Mistake;
