import type { Mistake } from '#check';

export default {
  summary: 'drafts passes the number 0 as a parameter, which PostgreSQL refuses.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'select * from posts where published = ${false}',
      replace: 'select * from posts where published = ${0}',
    },
  ],
  fails: {
    'the database filters and sorts': 'drafts passes the number 0',
  },
} satisfies Mistake;
