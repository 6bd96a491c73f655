import type { Mistake } from '#check';

export default {
  summary: 'Ends the old session before the password is checked, so that a wrong password signs people out.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setS',
      replace: '    setS',
    },
    {
      file: 'pages/sign-in.controller.ts',
      find: '    const { email } = await',
      replace: '    await this.sessions.destroy(readSessionCookie(ctx));\n    const { email } = await',
    },
  ],
  fails: {
    'signing in ends the previous session': 'destroyed before the password is checked',
  },
} satisfies Mistake;
