import type { Mistake } from '#check';

export default {
  summary: 'login builds its response itself, without the try of #loginResponse.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'return this.#loginResponse(user);',
      replace: 'return { token: this.tokens.sign(user), expires_in: lifetime, user };',
    },
  ],
  fails: { 'a login whose token cannot be signed is still 500': '`login` signs the token outside of the `try`' },
} satisfies Mistake;
