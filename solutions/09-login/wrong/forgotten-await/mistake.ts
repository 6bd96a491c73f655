import type { Mistake } from '#check';

export default {
  summary: 'The promise is not awaited, so any password is accepted.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'const matches = await this.passwords',
      replace: 'const matches = this.passwords',
    },
  ],
  fails: {
    'a wrong password is 401, with the same body as an unknown email': 'a promise is truthy',
    'a password that bcrypt would truncate does not match': 'got 200',
    'without a secret, the right password is 500 and a wrong one is 401': 'got 500',
    'a failed login does not change the hash': 'got 200',
    'an unknown email takes as long as a wrong password': 'the program does not do the same work',
  },
} satisfies Mistake;
