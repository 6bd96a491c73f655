import type { Mistake } from '#check';

export default {
  summary: 'The list returns every row.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `select * from posts where published = \${true} order by`,
      replace: 'select * from posts order by',
    },
  ],
  fails: {
    'GET /posts lists the published posts, GET /admin/drafts the drafts':
      'the statement has no `where published = …`, or one with the',
  },
} satisfies Mistake;
