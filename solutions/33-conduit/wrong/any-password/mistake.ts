import type { Mistake } from '#check';

export default {
  summary: 'A login does not compare the password.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: 'user === undefined || !matches',
      replace: 'user === undefined || (void matches, false)',
    },
  ],
  fails: {
    'a long password is used as a whole, or refused': 'Expected status 401, got 200',
    'a refused registration leaves the existing user alone': 'Expected status 401, got 200',
    'a login does not ignore the case of the password, nor blanks around it': 'Expected status 401, got 200',
  },
} satisfies Mistake;
