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
    'a header that does not start with "Bearer " is 401': 'called next() for this header',
    'a missing header is still reported as missing': 'called next() although',
    'the attack "forged-token" is blocked': 'ignores its result',
    'a token without a valid signature is 401': 'got 200',
    'an expired token is 401, and so is one that never expires': 'got 200',
    'a token without the claims of a user is 401': 'got 200',
    'without a secret, every token is 401': 'got 200',
    'verify decides which algorithms it accepts': 'got 200',
    'verify uses the time of the injected Clock': 'got 200',
    'POST /posts without a valid token is 401, whatever the body': 'the handler threw: Value 4 is undefined',
  },
} satisfies Mistake;
