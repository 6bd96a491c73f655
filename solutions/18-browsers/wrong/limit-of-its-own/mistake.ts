import type { Mistake } from '#check';

export default {
  summary: 'The query always returns 51 rows at most, also for a page of 100.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `      order by posts.created_at desc, posts.id desc
      limit \${limit}`,
      replace: `      order by posts.created_at desc, posts.id desc
      limit 51`,
    },
  ],
  fails: {
    'GET /posts responds with one page, and a link to the next one': 'a limit of its own',
  },
} satisfies Mistake;
