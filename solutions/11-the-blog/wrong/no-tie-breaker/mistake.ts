import type { Mistake } from '#check';

export default {
  summary: 'Posts that were created in the same millisecond have no fixed order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'order by created_at desc, id desc',
      replace: 'order by created_at desc',
    },
  ],
  fails: {
    'byAuthor lets the database filter and sort': 'created in the same millisecond',
  },
} satisfies Mistake;
