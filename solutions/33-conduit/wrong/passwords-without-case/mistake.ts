import type { Mistake } from '#check';

export default {
  summary: 'Passwords are compared regardless of case.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: 'this.passwords.matches(password, user?.password)',
      replace: 'this.passwords.matches(password.toLowerCase(), user?.password)',
    },
  ],
  fails: {
    'a login does not ignore the case of the password, nor blanks around it': 'Expected status 401, got 200',
  },
} satisfies Mistake;
