import type { Mistake } from '#check';

export default {
  summary: 'The lists are sorted by seconds, so newer posts of the same second can come later.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'published = ${true} order by created_at desc',
      replace: 'published = ${true} order by datetime(created_at) desc',
    },
  ],
  fails: {
    'posts are sorted by time, and those of the same millisecond by id': 'does not start with `created_at desc`',
  },
} satisfies Mistake;
