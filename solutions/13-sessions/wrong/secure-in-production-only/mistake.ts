import type { Mistake } from '#check';

export default {
  summary: 'If NODE_ENV is forgotten on the server, the cookie travels over plain HTTP.',
  edits: [{ file: 'auth/session-cookie.ts', find: "!== 'development'", replace: "=== 'production'" }],
  fails: {
    'the cookie is Secure, unless NODE_ENV is development': 'so that forgetting is safe',
  },
} satisfies Mistake;
