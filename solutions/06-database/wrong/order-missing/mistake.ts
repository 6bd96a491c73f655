import type { Mistake } from '#check';

export default {
  summary: 'The list has no order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where published = \${true} order by created_at desc, id desc`,
      replace: `where published = \${true}`,
    },
  ],
  fails: {
    'both lists start with the newest post': 'is not sorted by `created_at desc`',
  },
} satisfies Mistake;
