import type { Mistake } from '#check';

export default {
  summary: 'One address can try a password for every account.',
  edits: [{ file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[pair, account]' }],
  fails: {
    'one network cannot try a password for many accounts': 'succeeded',
  },
} satisfies Mistake;
