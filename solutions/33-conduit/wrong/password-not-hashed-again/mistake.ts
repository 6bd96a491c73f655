import type { Mistake } from '#check';

export default {
  summary: 'A new password is stored as it is.',
  edits: [
    {
      file: 'users/users.controller.ts',
      find: 'password === undefined ? undefined : await this.passwords.hash(password)',
      replace: 'password',
    },
  ],
  fails: {
    'after a change of the password, only the new one works': 'Expected status 200, got 500',
  },
} satisfies Mistake;
