import type { Mistake } from '#check';

export default {
  summary: 'An address may be as long as the largest body.',
  edits: [{ file: 'auth/auth.dto.ts', find: 'required,email,max=254', replace: 'required,email' }],
  fails: {
    'POST /auth/register refuses invalid bodies': 'the email has no rule `max=254`',
  },
} satisfies Mistake;
