import type { Mistake } from '#check';

export default {
  summary: 'Right passwords use up the attempts of an account.',
  edits: [{ file: 'auth/login-limit.ts', find: '      await this.store.delete(account.key);\n', replace: '' }],
  fails: {
    'right passwords do not use up the attempts of a network or an account':
      'does not delete the counter of its account',
  },
} satisfies Mistake;
