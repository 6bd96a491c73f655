import type { Mistake } from '#check';

export default {
  summary: 'Ends all sessions of the user who signs in. The phone is signed out whenever the laptop signs in.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSession',
      replace: '    await this.sessions.endOthers(signIn.user.id);\n    setSession',
    },
  ],
  fails: {
    'signing in ends the previous session': 'all sessions of the user are ended',
  },
} satisfies Mistake;
