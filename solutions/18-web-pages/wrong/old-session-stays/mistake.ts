import type { Mistake } from '#check';

export default {
  summary: 'Begins a session without ending the one before: a copy of the old cookie opens the door for another day.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: 'await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie',
      replace: 'setSessionCookie',
    },
  ],
  fails: { 'signing in again ends the session before': 'who has copied the old cookie must not stay' },
} satisfies Mistake;
