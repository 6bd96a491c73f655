import type { Mistake } from '#check';

export default {
  summary: 'The limit of a network counts every IPv6 address alone, so it limits nobody who has a network.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: "limitOf('network', network, 40, 3_600)",
      replace: "limitOf('network', this.address.of(ctx), 40, 3_600)",
    },
  ],
  fails: {
    'one network cannot try a password for many accounts': 'contains an address',
    'one network cannot lock an account': 'that of the network is larger than 40',
  },
} satisfies Mistake;
