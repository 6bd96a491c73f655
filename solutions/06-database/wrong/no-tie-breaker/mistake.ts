import type { Mistake } from '#check';

export default {
  summary: 'Posts of the same millisecond have no fixed order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where published = \${true} order by created_at desc, id desc`,
      replace: `where published = \${true} order by created_at desc`,
    },
  ],
  fails: {
    'posts are sorted by time, and those of the same millisecond by id': `no second column \`id desc\``,
  },
} satisfies Mistake;
