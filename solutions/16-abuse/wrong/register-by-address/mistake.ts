import type { Mistake } from '#check';

export default {
  summary: 'Registrations are counted by address, and one client has 2^64 of them.',
  edits: [{ file: 'auth/register-limit.ts', find: 'this.address.networkOf(ctx)', replace: 'this.address.of(ctx)' }],
  fails: {
    'a network can register 30 accounts in an hour': 'an address instead of a network',
  },
} satisfies Mistake;
