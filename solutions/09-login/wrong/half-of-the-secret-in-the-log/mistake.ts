import type { Mistake } from '#check';

export default {
  summary: 'The error about a short secret contains the beginning of the secret.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'JWT_SECRET has fewer than',
      replace: 'JWT_SECRET (${this.#secret.slice(0, 10)}…) has fewer than',
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes stops the program at startup': 'or a part of it',
  },
} satisfies Mistake;
