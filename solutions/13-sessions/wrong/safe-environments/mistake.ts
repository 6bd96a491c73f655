import type { Mistake } from '#check';

export default {
  summary: 'The cookie is Secure in the environments that somebody has thought of.',
  edits: [
    {
      file: 'auth/session-cookie.ts',
      find: "secure: process.env.NODE_ENV !== 'development'",
      replace: "secure: !process.env.NODE_ENV || process.env.NODE_ENV === 'production'",
    },
  ],
  fails: {
    'the cookie is Secure, unless NODE_ENV is development': 'lists the environments that are safe',
  },
} satisfies Mistake;
