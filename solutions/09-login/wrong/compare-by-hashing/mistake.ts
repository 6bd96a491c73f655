import type { Mistake } from '#check';

export default {
  summary: 'The password is hashed again, and the hashes are compared as strings.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return (await this.pool.compare(password, hash, this.cost, signal)) && this.fits(password);',
      replace: 'return (await this.hash(password, signal)) === hash;',
    },
  ],
  fails: {
    'the right password is 200 with a token': 'each has its own salt',
    'upper and lower case in the email make no difference': 'got 401',
    'an unknown email takes as long as a wrong password': 'See step 2',
    'a login responds with a token and nothing else': 'See step 2',
    'the token has the claims user_id, email and exp': 'See step 2',
    'the 24 hours start with the login': 'See step 2',
    'without a secret, the right password is 500 and a wrong one is 401': 'got 401',
    'with a good secret, the log mentions neither JWT_SECRET nor its value': 'See step 2',
    'a successful login renews a hash with a lower cost': 'got 401',
    'a hash is only replaced while it is still the old one': 'not renewed yet',
    'a hash with the right cost is not renewed': 'not renewed yet',
    'the work for a client that has disconnected is dropped': 'not renewed yet',
  },
} satisfies Mistake;
