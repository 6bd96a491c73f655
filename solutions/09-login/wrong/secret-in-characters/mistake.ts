import type { Mistake } from '#check';

export default {
  summary: 'The length of the secret is counted in characters.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'Buffer.byteLength(this.#secret) < shortest',
      replace: 'this.#secret.length < shortest',
    },
  ],
  fails: {
    'with a good secret, the log mentions neither JWT_SECRET nor its value': '24 characters and exactly 32 bytes',
  },
} satisfies Mistake;
