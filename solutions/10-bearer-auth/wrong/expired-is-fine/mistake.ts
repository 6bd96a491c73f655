import type { Mistake } from '#check';

export default {
  summary: 'The expiry of a token is not looked at.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '        clockTimestamp:',
      replace: '        ignoreExpiration: true,\n        clockTimestamp:',
    },
  ],
  fails: {
    'an expired token is refused': 'jwt.verify(…) looks at exp by itself',
  },
} satisfies Mistake;
