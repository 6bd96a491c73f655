import type { Mistake } from '#check';

export default {
  summary: 'The expiry is in milliseconds, so the token is valid for fifty thousand years.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'Math.floor(this.clock.now() / 1000) + lifetime',
      replace: 'this.clock.now() + lifetime * 1000',
    },
  ],
  fails: {
    'the token has the claims user_id, email and exp': 'the Clock returns milliseconds',
    'the 24 hours start with the login': 'seconds after the login',
  },
} satisfies Mistake;
