import type { Mistake } from '#check';

export default {
  summary: 'Comments begin with the oldest.',
  edits: [
    {
      file: 'comments/comments.service.ts',
      find: 'order by comments.id desc',
      replace: 'order by comments.id',
    },
  ],
  fails: {
    'comments are listed, the newest first': 'Expected the comments',
  },
} satisfies Mistake;
