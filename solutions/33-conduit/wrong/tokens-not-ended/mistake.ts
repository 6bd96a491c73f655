import type { Mistake } from '#check';

export default {
  summary: 'A change of the password leaves old tokens valid.',
  edits: [
    {
      file: 'users/authentication.ts',
      find: 'user === undefined || user.token_version !== claims?.version',
      replace: 'user === undefined',
    },
  ],
  fails: {
    'a change of the password ends the tokens issued before it': 'Expected status 401, got 200',
  },
} satisfies Mistake;
