import type { Mistake } from '#check';

export default {
  summary: 'The list says nothing about the order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where published = \${true} order by created_at desc, id`,
      replace: `where published = \${true}`,
    },
  ],
  fails: {
    'both lists begin with the newest post': 'rows come in no order of their own',
  },
} satisfies Mistake;
