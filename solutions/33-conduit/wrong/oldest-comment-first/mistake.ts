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
    'comments are listed, the newest first': 'Expected the comments 12,11,10,8, got 8,10,11,12',
    'comments show whom the caller follows': 'Expected "following" of the authors to be false,true',
  },
} satisfies Mistake;
