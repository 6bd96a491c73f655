import type { Mistake } from '#check';

export default {
  summary: 'The post is changed, and its time is not.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'published, updated_at: new Date().toISOString() }',
      replace: 'published }',
    },
  ],
  fails: { 'PUT /posts/:id replaces the post': 'updated_at is the time of this change' },
} satisfies Mistake;
