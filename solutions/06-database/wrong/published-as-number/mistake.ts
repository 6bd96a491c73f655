import type { Mistake } from '#check';

export default {
  summary: 'update converts published to a number, which PostgreSQL refuses.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'published = ${published}',
      replace: 'published = ${published ? 1 : 0}',
    },
  ],
  fails: {
    'PUT needs one statement': 'update passes the number 1',
  },
} satisfies Mistake;
