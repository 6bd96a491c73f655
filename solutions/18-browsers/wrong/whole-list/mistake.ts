import type { Mistake } from '#check';

export default {
  summary: 'The page is cut off a list that was read as a whole.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '\n      order by posts.created_at desc, posts.id desc\n      limit ${limit}',
      replace: '\n      order by posts.created_at desc, posts.id desc',
    },
  ],
  fails: {
    'GET /posts responds with one page, and a link to the next one': 'PostsService.list has no `limit`',
  },
} satisfies Mistake;
