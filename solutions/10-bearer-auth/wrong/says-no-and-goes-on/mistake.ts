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
    '/admin/drafts without the header is 401, and deletes nothing':
      'the request reached its handler without passing through',
    'a header that does not start with "Bearer " is 401': 'the request reached its handler without passing through',
    'a missing header is still reported as missing': 'the request reached its handler without passing through',
    'the attack "forged-token" is blocked': 'nothing verifies the token: BearerAuth does not call verify',
    'any other token is 401': 'this is a word instead of a token, and it was accepted',
    'POST /posts without a valid token is 401, whatever the body':
      'your code threw: Value 4 is undefined. Pass null if you mean',
  },
} satisfies Mistake;
