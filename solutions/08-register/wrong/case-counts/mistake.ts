import type { Mistake } from '#check';

export default {
  summary: 'The key is the email as it was written.',
  edits: [{ file: 'users/users.service.ts', find: 'email.toLowerCase()', replace: 'email' }],
  fails: {
    'a user is a row of the table users': 'the column email_key is "Reader.',
    'the case of the letters does not make another email': 'email_key is the email in lower case',
  },
} satisfies Mistake;
