import type { Mistake } from '#check';

export default {
  summary:
    'An old token gets no user_role at all, so the code after the middleware finds `undefined` instead of a string.',
  edits: [
    {
      file: 'auth/bearer-auth.ts',
      find: "ctx.set('user_role', claims.role);",
      replace: "if (claims.role) ctx.set('user_role', claims.role);",
    },
  ],
  fails: {
    'a token from before this version is still accepted, without any role': 'Store it always',
  },
} satisfies Mistake;
