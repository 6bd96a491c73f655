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
    'the database filters and sorts': 'sorts in JavaScript',
    'both lists start with the newest post': `is not sorted by \`created_at desc\``,
    'posts are sorted by time, and those of the same millisecond by id': `no second column \`id desc\``,
  },
} satisfies Mistake;
