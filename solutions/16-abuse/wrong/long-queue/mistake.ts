import type { Mistake } from '#check';

export default {
  summary: 'The queue is longer than the patience of its clients.',
  edits: [
    {
      file: 'auth/bcrypt-pool.ts',
      find: 'const mostWaitingPerThread = 8;',
      replace: 'const mostWaitingPerThread = 100;',
    },
  ],
  fails: {
    'a full queue refuses logins instead of making everyone wait': 'The attack "crowd" succeeded',
  },
} satisfies Mistake;
