import type { Mistake } from '#check';

export default {
  summary: 'The claims are not checked.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "typeof user_id === 'string' && typeof email === 'string' && exp",
      replace: 'exp',
    },
  ],
  fails: {
    'a token without the claims of a user is 401': 'does not check that user_id and email are strings',
  },
} satisfies Mistake;
