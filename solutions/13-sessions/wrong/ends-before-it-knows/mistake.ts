import type { Mistake } from '#check';

export default {
  summary: 'Anyone can sign a browser out with a wrong password.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '    const user = await this.credentials.check(',
      replace:
        '    await this.sessions.destroy(readSessionCookie(ctx));\n    const user = await this.credentials.check(',
    },
    {
      file: 'auth/sessions.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie',
      replace: '    setSessionCookie',
    },
  ],
  fails: {
    'a failed sign-in leaves the session alone': 'before it has checked the password',
  },
} satisfies Mistake;
