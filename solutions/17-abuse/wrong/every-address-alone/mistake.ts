import type { Mistake } from '#check';

export default {
  summary: 'Guesses are counted by address, and one client has 2^64 of them.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'const network = this.address.networkOf(ctx);',
      replace: 'const network = this.address.of(ctx);',
    },
  ],
  fails: {
    'a network has five guesses, however its address is spelled': 'of(ctx) instead of networkOf(ctx)',
    'one network cannot try a password for many accounts': 'contains an address',
    'one network cannot lock an account': 'that of the network is larger than 40',
    'every authentication event is one line in the log': 'this is the sixth guess in a minute',
  },
} satisfies Mistake;
