import type { Mistake } from '#check';

export default {
  summary: 'The database sets updated_at with a function that only SQLite has.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `updated_at = \${now}`,
      replace: `updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    },
  ],
  fails: {
    'PUT needs one statement': 'the database sets the time',
  },
} satisfies Mistake;
