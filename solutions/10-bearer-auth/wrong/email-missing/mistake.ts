import type { Mistake } from '#check';

export default {
  summary: 'Only the id is stored in the context.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "    ctx.set('user_email', claims.email);\n", replace: '' }],
  fails: {
    'BearerAuth stores user_id and user_email in the context': 'the key "user_email" is missing',
  },
} satisfies Mistake;
