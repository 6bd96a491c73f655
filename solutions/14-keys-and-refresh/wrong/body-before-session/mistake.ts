import type { Mistake } from '#check';

export default {
  summary: 'The logout reads the body before it ends the session.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    await this.sessions.destroy(readSessionCookie(ctx));\n    clearSessionCookie(ctx);\n',
      replace: '',
    },
    {
      file: 'auth/auth.controller.ts',
      find: '    if (family) await this.refreshTokens.revoke(family);\n',
      replace:
        '    if (family) await this.refreshTokens.revoke(family);\n    await this.sessions.destroy(readSessionCookie(ctx));\n    clearSessionCookie(ctx);\n',
    },
  ],
  fails: {
    'a logout ends the session first, whatever the body is':
      'the handler binds the body before it destroys the session',
  },
} satisfies Mistake;
