import type { Mistake } from '#check';

export default {
  summary: 'Secure everywhere, so that nobody can sign in on their own machine.',
  edits: [
    { file: 'auth/session-cookie.ts', find: "secure: process.env.NODE_ENV === 'production'", replace: 'secure: true' },
  ],
  fails: { 'the cookie is Secure in production, and only there': 'a browser drops a Secure cookie' },
} satisfies Mistake;
