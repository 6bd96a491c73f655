import type { Mistake } from '#check';

export default {
  summary: 'Attackers reset the counter of their network by logging in to an account of their own.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'await this.store.decrement(everyone.key);',
      replace: 'await this.store.delete(everyone.key);',
    },
  ],
  fails: {
    'one network cannot try a password for many accounts': 'succeeded',
  },
  // Guesses that the network doesn't refuse reach the account.
  mayFail: ['one network cannot lock an account'],
} satisfies Mistake;
