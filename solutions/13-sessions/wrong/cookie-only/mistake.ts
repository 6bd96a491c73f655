import type { Mistake } from '#check';

export default {
  summary: 'The cookie is cleared, and the session lives on.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    clearSessionCookie(ctx);\n',
      replace: '    clearSessionCookie(ctx);\n',
    },
  ],
  fails: { 'DELETE /auth/session ends the session, and not only the cookie': 'a thief has a copy' },
} satisfies Mistake;
