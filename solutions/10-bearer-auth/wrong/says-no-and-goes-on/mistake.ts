import type { Mistake } from '#check';

export default {
  summary: 'The middleware sets its 401 and does not return it, so the handler runs anyway.',
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
    'GET /admin/drafts without the header is 401': 'called next() although the header is missing',
    'DELETE /admin/drafts without the header is 401, and deletes nothing': 'did not stop after the first check',
  },
} satisfies Mistake;
