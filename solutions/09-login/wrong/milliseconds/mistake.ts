import type { Mistake } from '#check';

export default {
  summary: 'The token is good for fifty thousand years: milliseconds stand where seconds belong.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'Math.floor(this.clock.now() / 1000) + lifetime',
      replace: 'this.clock.now() + lifetime * 1000',
    },
  ],
  fails: {
    'the token says who, and until when, and no more': 'exp is in whole seconds since 1970',
    'the 24 hours begin with the login': 'exp is in whole seconds since 1970',
  },
} satisfies Mistake;
