import type { Mistake } from '#check';

export default {
  summary: 'The time is in milliseconds.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'clockTimestamp: Math.floor(this.clock.now() / 1000)',
      replace: 'clockTimestamp: this.clock.now()',
    },
  ],
  fails: {
    'a token with a valid HMAC signature is accepted': 'clockTimestamp is in seconds',
  },
} satisfies Mistake;
