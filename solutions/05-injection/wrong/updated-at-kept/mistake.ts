import type { Mistake } from '#check';

export default {
  summary: 'update of the service leaves updated_at as it was.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'Object.assign(post, changes, { updated_at: new Date().toISOString() })',
      replace: 'Object.assign(post, changes)',
    },
  ],
  fails: {
    'posts are created, shown, replaced and deleted as before': 'does not set updated_at to the current time',
  },
} satisfies Mistake;
