import type { Mistake } from '#check';

export default {
  summary: 'The expiry is compared with Date.now(), and not with the injected Clock.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'clockTimestamp: Math.floor(this.clock.now() / 1000)',
      replace: 'clockTimestamp: Math.floor(Date.now() / 1000)',
    },
  ],
  fails: {
    'verify uses the time of the injected Clock': 'it is not the time of this.clock',
  },
} satisfies Mistake;
