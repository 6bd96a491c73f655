import type { Mistake } from '#check';

export default {
  summary: 'The hash is renewed without the signal of the request.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'await this.passwords.hash(password, signal)',
      replace: 'await this.passwords.hash(password)',
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'BcryptPool.hash was called without a signal',
  },
} satisfies Mistake;
