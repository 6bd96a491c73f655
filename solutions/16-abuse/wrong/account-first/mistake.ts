import type { Mistake } from '#check';

export default {
  summary: 'An attempt that the pair refuses counts against the account.',
  edits: [{ file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[account, pair, everyone]' }],
  fails: {
    'one network cannot lock an account': 'the account is not counted last',
  },
} satisfies Mistake;
