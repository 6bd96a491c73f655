import type { Mistake } from '#check';

export default {
  summary: 'The secret is handed over as bytes, and no bytes at all are a key too.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'jwt.verify(token, this.#secret, {',
      replace: 'jwt.verify(token, Buffer.from(this.#secret), {',
    },
  ],
  fails: {
    'without a secret every token is refused': 'hand jwt.verify(…) the text itself',
  },
} satisfies Mistake;
