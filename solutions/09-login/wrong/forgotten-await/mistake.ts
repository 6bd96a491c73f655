import type { Mistake } from '#check';

export default {
  summary: 'The promise of an answer is taken for the answer: any password will do.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'const matches = await this.passwords',
      replace: 'const matches = this.passwords',
    },
  ],
  fails: {
    'a wrong password is 401, and says the same as an unknown email': 'is there an `await` in front of matches',
    'a password with more than bcrypt reads does not match': 'got 200',
    'an unknown email takes as long as a wrong password': 'got 200',
    'without a secret, the right password is 500 and a wrong one is 401': 'got 500',
  },
} satisfies Mistake;
