import type { Mistake } from '#check';

export default {
  summary: 'If the secret is empty, one that is written in the code replaces it.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'jwt.verify(token, this.#secret, {',
      replace: "jwt.verify(token, this.#secret || 'secret', {",
    },
  ],
  fails: {
    'without a secret, every token is 401': 'a default replaces the empty secret',
  },
} satisfies Mistake;
