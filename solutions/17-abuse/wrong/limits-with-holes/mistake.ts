import type { Mistake } from '#check';

export default {
  summary: 'Many addresses can try passwords for one account, and registrations are counted by address.',
  edits: [
    { file: 'auth/login-limit.ts', find: '[pair, everyone, account]', replace: '[pair, everyone]' },
    { file: 'auth/register-limit.ts', find: 'this.address.networkOf(ctx)', replace: 'this.address.of(ctx)' },
  ],
  fails: {
    'many networks cannot try many passwords for one account': 'succeeded',
    'a network can register 30 accounts in an hour': 'an address instead of a network',
  },
} satisfies Mistake;
