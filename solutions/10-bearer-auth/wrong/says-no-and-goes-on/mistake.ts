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
    'GET /admin/drafts without a token is 401': 'where it says no, it has to `return`',
    'DELETE /admin/drafts without a token is 401, and removes nothing': 'where it says no, it has to `return`',
    'a header that does not begin with "Bearer " is refused': 'got 200',
    'a token that we have not signed is refused': 'got 200',
    'an expired token is refused': 'got 200',
    'a token that names no user is refused': 'got 200',
    'without a secret every token is refused': 'got 200',
    'POST /posts without a token is 401, whatever the body': 'the handler threw',
  },
} satisfies Mistake;
