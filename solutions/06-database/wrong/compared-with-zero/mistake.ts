import type { Mistake } from '#check';

export default {
  summary: 'drafts compares published with 0, which PostgreSQL refuses.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'select * from posts where published = ${false}',
      replace: 'select * from posts where published = 0',
    },
  ],
  fails: {
    'the database filters and sorts': 'PostgreSQL refuses to compare a boolean with a number',
  },
} satisfies Mistake;
