import type { Mistake } from '#check';

export default {
  summary: 'The secret is passed as a Buffer, and an empty Buffer is a key, too.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'jwt.verify(token, this.#secret, {',
      replace: 'jwt.verify(token, Buffer.from(this.#secret), {',
    },
  ],
  fails: {
    'without a secret, every token is 401': 'an empty Buffer is a key like any other',
  },
} satisfies Mistake;
