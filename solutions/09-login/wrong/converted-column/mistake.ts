import type { Mistake } from '#check';

export default {
  summary:
    'findByEmail compares with lower(email), which no index helps with, and which knows only the letters A to Z.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'select * from users where email_key = ',
      replace: 'select * from users where lower(email) = ',
    },
  ],
  fails: { 'upper and lower case in the email make no difference': '`findByEmail` converts the column `email` in SQL' },
} satisfies Mistake;
