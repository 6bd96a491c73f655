import type { Mistake } from '#check';

export default {
  summary: 'Many addresses can try passwords for one account.',
  edits: [{ file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[pair, everyone]' }],
  fails: {
    'many networks cannot try many passwords for one account': 'succeeded',
  },
} satisfies Mistake;
