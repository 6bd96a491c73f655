import type { Mistake } from '#check';

export default {
  summary: 'list returns only the newest hundred posts.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'published = ${true} order by created_at desc, id desc`',
      replace: 'published = ${true} order by created_at desc, id desc limit 100`',
    },
  ],
  fails: {
    'the database filters and sorts': 'the statement has a `limit`',
    'posts are sorted by time, and those of the same millisecond by id': 'Expected the posts in this order',
  },
} satisfies Mistake;
