import type { Mistake } from '#check';

export default {
  summary: 'Only the first 72 characters of a password are used.',
  edits: [
    {
      file: 'users/passwords.ts',
      find: 'const actual = await derive(password,',
      replace: 'const actual = await derive(password.slice(0, 72),',
    },
  ],
  fails: {
    'a long password is used as a whole, or refused': 'Expected status 200, got 401',
  },
} satisfies Mistake;
