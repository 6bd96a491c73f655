import type { Mistake } from '#check';

export default {
  summary: 'One address can try a password for every account.',
  edits: [{ file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[pair, account]' }],
  fails: {
    'one network cannot try a password for many accounts': 'succeeded',
    'one network cannot lock an account': 'that of the network is larger than 40',
    'a request that fails with an error is not a guess': 'nothing limits the network',
  },
} satisfies Mistake;
