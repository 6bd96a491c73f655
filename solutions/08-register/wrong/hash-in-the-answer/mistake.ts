import type { Mistake } from '#check';

export default {
  summary: 'The answer is the row, hash included.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'return user;',
      replace: 'return { ...user, password: hash } as User;',
    },
  ],
  fails: {
    'POST /auth/register answers 201 with the user, and with nothing else': 'A `User` has no place for this field',
  },
} satisfies Mistake;
