import type { Mistake } from '#check';

export default {
  summary: 'Every token has the same role.',
  edits: [
    { file: 'auth/tokens.service.ts', find: 'sign({ id, email, role }: User)', replace: 'sign({ id, email }: User)' },
    { file: 'auth/tokens.service.ts', find: 'email, role, iat, exp', replace: "email, role: 'user', iat, exp" },
  ],
  fails: {
    'the role in a token is the role of its user': 'is a constant',
  },
} satisfies Mistake;
