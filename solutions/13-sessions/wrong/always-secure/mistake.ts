import type { Mistake } from '#check';

export default {
  summary: 'The cookie is Secure even on a machine of a developer, where some browsers refuse it.',
  edits: [{ file: 'auth/session-cookie.ts', find: "process.env.NODE_ENV !== 'development'", replace: 'true' }],
  fails: {
    'the cookie is Secure, unless NODE_ENV is development': 'no Secure with NODE_ENV=development',
  },
} satisfies Mistake;
