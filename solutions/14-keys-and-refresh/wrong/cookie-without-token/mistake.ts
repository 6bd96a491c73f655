import type { Mistake } from '#check';

export default {
  summary: 'A logout with a session cookie ignores the refresh token in the body.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    clearSessionCookie(ctx);\n',
      replace:
        '    await this.sessions.destroy(readSessionCookie(ctx));\n    clearSessionCookie(ctx);\n    if (readSessionCookie(ctx)) return;\n',
    },
  ],
  fails: {
    'however a body arrives, and whatever credential comes with it, it means the same':
      'if the request has a session, the code ignores the rest of it',
  },
} satisfies Mistake;
