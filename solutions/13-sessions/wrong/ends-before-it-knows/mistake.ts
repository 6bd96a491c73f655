import type { Mistake } from '#check';

export default {
  summary: 'A wrong password signs out whoever is signed in.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie',
      replace: '    setSessionCookie',
    },
    {
      file: 'auth/sessions.controller.ts',
      find: '    const user = await this.credentials.check(',
      replace:
        '    await this.sessions.destroy(readSessionCookie(ctx));\n    const user = await this.credentials.check(',
    },
  ],
  fails: { 'a failed sign-in leaves the session alone': 'Look at the password first, then destroy' },
} satisfies Mistake;
