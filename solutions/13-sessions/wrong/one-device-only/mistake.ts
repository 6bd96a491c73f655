import type { Mistake } from '#check';

export default {
  summary: 'Signing in on the laptop signs the phone out.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: '    setSessionCookie(ctx, await',
      replace: '    await this.sessions.endOthers(user.id);\n    setSessionCookie(ctx, await',
    },
  ],
  fails: {
    'DELETE /auth/session ends the session, not only the cookie': 'may only destroy the session of the cookie',
  },
} satisfies Mistake;
