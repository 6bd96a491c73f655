import type { Mistake } from '#check';

export default {
  summary: 'Creates a session without ending the old one: a stolen copy of its cookie keeps working.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie',
      replace: '    setSessionCookie',
    },
  ],
  fails: {
    'signing in ends the previous session': 'the old session is not destroyed',
  },
} satisfies Mistake;
