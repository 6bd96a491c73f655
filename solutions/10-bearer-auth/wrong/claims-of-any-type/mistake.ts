import type { Mistake } from '#check';

export default {
  summary: 'A claim may have any type, as long as it is there and not a number.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: `typeof user_id === 'string'`,
      replace: `user_id !== undefined && typeof user_id !== 'number'`,
    },
  ],
  fails: {
    'a token without the claims of a user is 401': 'verify does not check that user_id and email are strings',
  },
} satisfies Mistake;
