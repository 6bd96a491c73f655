import type { Mistake } from '#check';

export default {
  summary: 'A change of the password does not count its version.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'password = ${password}, token_version = token_version + 1',
      replace: 'password = ${password}',
    },
  ],
  fails: {
    'a change of the password ends the tokens issued before it': 'Expected status 401, got 200',
  },
} satisfies Mistake;
