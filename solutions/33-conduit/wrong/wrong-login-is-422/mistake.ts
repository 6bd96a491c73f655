import type { Mistake } from '#check';

export default {
  summary: 'A wrong password is 422.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: "new Refused(401, { credentials: ['are invalid'] })",
      replace: "new Refused(422, { credentials: ['are invalid'] })",
    },
  ],
  fails: {
    'a long password is used as a whole, or refused': 'Expected status 401, got 422',
    'a refused registration leaves the existing user alone': 'Expected status 401, got 422',
    'a login does not ignore the case of the password, nor blanks around it': 'Expected status 401, got 422',
  },
} satisfies Mistake;
