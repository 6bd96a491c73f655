import type { Mistake } from '#check';

export default {
  summary: 'list sorts by id only.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'where published = ${true} order by created_at desc, id desc',
      replace: 'where published = ${true} order by id desc',
    },
  ],
  fails: {
    'posts are sorted by time, and those of the same millisecond by id': 'does not start with `created_at desc`',
  },
} satisfies Mistake;
