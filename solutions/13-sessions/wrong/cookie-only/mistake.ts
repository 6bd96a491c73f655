import type { Mistake } from '#check';

export default {
  summary: 'The cookie is cleared, and a copy of it still works.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '  async end(ctx: Context) {\n    await this.sessions.destroy(readSessionCookie(ctx));\n',
      replace: '  async end(ctx: Context) {\n',
    },
  ],
  fails: {
    'DELETE /auth/session ends the session, not only the cookie': 'a copy of it still works',
  },
} satisfies Mistake;
