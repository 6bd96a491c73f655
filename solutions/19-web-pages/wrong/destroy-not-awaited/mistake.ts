import type { Mistake } from '#check';

export default {
  summary: 'Does not wait until the old session is destroyed. If that fails, nobody notices.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    setSession',
      replace: '    this.sessions.destroy(readSessionCookie(ctx));\n    setSession',
    },
  ],
  fails: {
    'a failure of the database is not a wrong password': '`await` is missing before sessions.destroy',
  },
} satisfies Mistake;
