import type { Mistake } from '#check';

export default {
  summary: 'GET /posts returns at most 100 posts, and nothing tells the client that there are more.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'order by posts.created_at desc, posts.id desc`',
      replace: 'order by posts.created_at desc, posts.id desc limit 100`',
    },
  ],
  fails: { 'list sends one query, however many posts there are': 'the query has a `limit`' },
} satisfies Mistake;
