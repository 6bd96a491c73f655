import type { Mistake } from '#check';

export default {
  summary: 'Signing in again leaves the session before it open, and nobody can end it.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie',
      replace: '    setSessionCookie',
    },
  ],
  fails: {
    'signing in again gives a new session id, and ends the session before it':
      '`begin` does not destroy the session of the cookie',
    "signing in with somebody else's session id in the cookie doesn't adopt it":
      'the session of the cookie was not destroyed',
    'the attack "copied-cookie" is blocked': 'The attack "copied-cookie" succeeded',
  },
} satisfies Mistake;
