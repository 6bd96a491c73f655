import type { Mistake } from '#check';

export default {
  summary: 'The expiry of a token is ignored.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '        clockTimestamp:',
      replace: '        ignoreExpiration: true,\n        clockTimestamp:',
    },
  ],
  fails: {
    'an expired token is 401, and so is one that never expires': 'the token expired a minute ago',
    'verify uses the time of the injected Clock': 'got 200',
  },
} satisfies Mistake;
