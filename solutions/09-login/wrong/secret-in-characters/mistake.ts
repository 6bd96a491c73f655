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
    'a secret of fewer than 32 bytes stops the program at startup': '24 characters and exactly 32 bytes',
  },
} satisfies Mistake;
