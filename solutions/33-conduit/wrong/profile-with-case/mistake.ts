import type { Mistake } from '#check';

export default {
  summary: 'A profile is found only in the case in which its name was written.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'where username_key = ${keyOf(username)}`',
      replace: 'where username = ${username}`',
    },
  ],
  fails: {
    'a username that is taken is 409': 'Expected at least one name in "errors"',
    'the username of another user is 409': 'Expected at least one name in "errors"',
    'a profile is found regardless of case': 'Expected status 200, got 404',
  },
} satisfies Mistake;
