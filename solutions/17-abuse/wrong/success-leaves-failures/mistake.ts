import type { Mistake } from '#check';

export default {
  summary: 'A right password takes one attempt back from its account, and the wrong ones before it still count.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'await this.store.delete(account.key);',
      replace: 'await this.store.decrement(account.key);',
    },
  ],
  fails: {
    'right passwords do not use up the attempts of a network or an account': 'delete the counter',
  },
} satisfies Mistake;
