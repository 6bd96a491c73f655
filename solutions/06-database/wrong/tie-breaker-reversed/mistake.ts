import type { Mistake } from '#check';

export default {
  summary: 'Posts of the same millisecond are sorted the wrong way round.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where published = \${false} order by created_at desc, id desc`,
      replace: `where published = \${false} order by created_at desc, id`,
    },
  ],
  fails: {
    'posts are sorted by time, and those of the same millisecond by id': `no second column \`id desc\``,
  },
} satisfies Mistake;
