import type { Mistake } from '#check';

const never = 'step 2 comes first';

export default {
  summary: 'The password is hashed again and the texts are compared, but each hash has a salt of its own.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return (await this.pool.compare(password, hash)) && this.fits(password);',
      replace: 'return (await this.hash(password)) === hash;',
    },
  ],
  fails: {
    'the right password is 200, with a token': 'two hashes of one password are never equal',
    'the case of the letters in the email does not count': 'got 401',
    'an unknown email takes as long as a wrong password': never,
    'a login answers with a token, and with nothing else': never,
    'the token says who, and until when, and no more': never,
    'the 24 hours begin with the login': never,
    'without a secret, the right password is 500 and a wrong one is 401': 'got 401',
    'with a secret, the log does not complain': never,
  },
} satisfies Mistake;
