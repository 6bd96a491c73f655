import type { Mistake } from '#check';

const never = 'got 401';

export default {
  summary: 'The email is looked up as it was typed.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: `select * from users where email_key = \${email.toLowerCase()}`,
      replace: `select * from users where email = \${email}`,
    },
  ],
  fails: {
    'the case of the letters in the email does not count': 'the row is found by email_key',
    'a login answers with a token, and with nothing else': never,
    'the token says who, and until when, and no more': never,
    'the 24 hours begin with the login': never,
    'with a secret, the log does not complain': never,
  },
} satisfies Mistake;
