import type { Mistake } from '#check';

export default {
  summary: 'The middleware does not pass the role on.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "    ctx.set('user_role', claims.role);\n", replace: '' }],
  fails: {
    'BearerAuth stores the role in the context': 'the third ctx.set(…) is missing',
  },
} satisfies Mistake;
