import type { Mistake } from '#check';

export default {
  summary: 'update misses a post that already has this title.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '      where id = ${id}\n      returning *',
      replace: '      where id = ${id} and title <> ${title}\n      returning *',
    },
  ],
  fails: {
    'PUT responds with the changed post': 'misses a post that already has these values',
  },
} satisfies Mistake;
