import type { Mistake } from '#check';

export default {
  summary: 'A page begins after a time, and loses posts of the same millisecond.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '(posts.created_at, posts.id) < (${after.created_at}, ${after.id})',
      replace: 'posts.created_at < ${after.created_at}',
    },
  ],
  fails: {
    'GET /posts responds with one page, and a link to the next one': 'compares the time alone',
  },
} satisfies Mistake;
