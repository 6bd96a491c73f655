import type { Mistake } from '#check';

export default {
  summary: 'Any string is accepted as an address.',
  edits: [{ file: 'auth/auth.dto.ts', find: `'required,email,max=254'`, replace: `'required,max=254'` }],
  fails: {
    'POST /auth/register refuses invalid bodies': 'the email has no rule `email`',
  },
} satisfies Mistake;
