import type { Mistake } from '#check';

export default {
  summary: 'An attempt that the pair refuses counts against the account.',
  edits: [{ file: 'auth/login-limit.ts', find: '[pair, account, everyone]', replace: '[account, pair, everyone]' }],
  fails: {
    'what the pair refuses does not count against the account': 'the account is counted before the pair',
  },
} satisfies Mistake;
