import type { Mistake } from '#check';

export default {
  summary: 'GET /posts returns at most 1,000 posts, and nothing says that there are more.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'where published = ${true} order by created_at desc, id desc',
      replace: 'where published = ${true} order by created_at desc, id desc limit 1000',
    },
  ],
  fails: {
    'the database filters and sorts': 'the oldest ones disappear',
  },
} satisfies Mistake;
