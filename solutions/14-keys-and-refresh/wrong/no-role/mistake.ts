import type { Mistake } from '#check';

export default {
  summary: 'The context has no role.',
  edits: [{ file: 'auth/api-key-auth.ts', find: "    ctx.set('user_role', user.role);\n", replace: '' }],
  fails: {
    'the context has the same values as for the other credentials': "ctx.set('user_role'",
  },
} satisfies Mistake;
