import type { Mistake } from '#check';

export default {
  summary: 'The session of a deleted user still opens everything.',
  edits: [
    {
      file: 'auth/session-auth.ts',
      find: 'if (user === undefined) return',
      replace: 'if (session === undefined) return',
    },
    {
      file: 'auth/session-auth.ts',
      find: "    ctx.set('user_id', user.id);\n    ctx.set('user_email', user.email);\n    ctx.set('user_role', user.role);",
      replace:
        "    ctx.set('user_id', session.user_id);\n    ctx.set('user_email', user?.email ?? '');\n    ctx.set('user_role', user?.role ?? '');",
    },
  ],
  fails: {
    'a session whose user no longer exists is 401 Invalid session':
      'SessionAuth continues with the user_id of the session',
  },
} satisfies Mistake;
