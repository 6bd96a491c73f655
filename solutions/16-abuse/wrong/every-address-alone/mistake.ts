import type { Mistake } from '#check';

export default {
  summary: 'Guesses are counted by address, and one client has 2^64 of them.',
  edits: [
    {
      file: 'auth/login-limit.ts',
      find: 'this.address.networkOf(ctx)',
      replace: 'this.address.of(ctx)',
    },
  ],
  fails: {
    'a network has five guesses, however its address is spelled': 'count by this.address.networkOf(ctx)',
    'each authentication leaves one line': 'this is the sixth guess in a minute',
  },
} satisfies Mistake;
