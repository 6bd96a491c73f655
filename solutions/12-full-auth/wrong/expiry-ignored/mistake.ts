import type { Mistake } from '#check';

export default {
  summary: 'A token works forever.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '        clockTimestamp: Math.floor(this.clock.now() / 1000),\n',
      replace: '        clockTimestamp: Math.floor(this.clock.now() / 1000),\n        ignoreExpiration: true,\n',
    },
  ],
  fails: {
    'a token that is forged, expired or never expires is still refused': 'is there an option ignoreExpiration',
  },
} satisfies Mistake;
