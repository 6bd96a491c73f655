import type { Mistake } from '#check';

export default {
  summary: 'Secure everywhere, also where there is no HTTPS.',
  edits: [
    { file: 'auth/session-cookie.ts', find: "secure: process.env.NODE_ENV === 'production'", replace: 'secure: true' },
  ],
  fails: { 'the cookie is Secure in production, and only there': 'a browser may drop a Secure cookie' },
} satisfies Mistake;
