import type { Mistake } from '#check';

export default {
  summary: 'The guard writes its 401 and does not return it, so the handler runs all the same.',
  edits: [
    { file: 'auth/bearer-auth.ts', find: "if (header === '') return ctx", replace: "if (header === '') ctx" },
    {
      file: 'auth/bearer-auth.ts',
      find: "if (!header.startsWith('Bearer ')) return ctx",
      replace: "if (!header.startsWith('Bearer ')) ctx",
    },
    {
      file: 'auth/bearer-auth.ts',
      find: 'if (claims === undefined) return ctx',
      replace: 'if (claims === undefined) ctx',
    },
    {
      file: 'auth/bearer-auth.ts',
      find: "ctx.set('user_id', claims.user_id)",
      replace: "ctx.set('user_id', claims?.user_id)",
    },
    {
      file: 'auth/bearer-auth.ts',
      find: "ctx.set('user_email', claims.email)",
      replace: "ctx.set('user_email', claims?.email)",
    },
  ],
  fails: {
    'GET /admin/drafts without a token is 401': 'The status is 200.',
    'DELETE /admin/drafts without a token is 401, and removes nothing': 'the drafts are gone all the same',
  },
} satisfies Mistake;
