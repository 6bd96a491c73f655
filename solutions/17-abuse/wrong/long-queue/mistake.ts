import type { Mistake } from '#check';

export default {
  summary: 'The queue is longer than the patience of its clients.',
  edits: [
    {
      file: 'auth/bcrypt-pool.ts',
      find: '8 * this.#size',
      replace: '100 * this.#size',
    },
  ],
  fails: {
    'a full queue refuses logins instead of making everyone wait': 'The attack "crowd" succeeded',
  },
} satisfies Mistake;
