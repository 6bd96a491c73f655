import type { Mistake } from '#check';

export default {
  summary: 'The email is looked up as it was typed.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'where email_key = ${email.toLowerCase()}',
      replace: 'where email = ${email}',
    },
  ],
  fails: {
    'upper and lower case in the email make no difference': 'Compare it in lower case',
    'the token has the claims user_id, email and exp': 'See step 2',
    'the 24 hours start with the login': 'See step 2',
  },
} satisfies Mistake;
