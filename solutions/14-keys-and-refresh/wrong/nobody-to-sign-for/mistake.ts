import type { Mistake } from '#check';

export default {
  summary: 'A refresh token is taken for the proof that its user still exists.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!user || !(',
      replace: 'if (!user_id || !(',
    },
    {
      file: 'auth/tokens.controller.ts',
      find: 'return this.#pair(user);\n  }\n\n  async #pair',
      replace: 'return this.#pair(user as User);\n  }\n\n  async #pair',
    },
  ],
  fails: { 'a refresh token whose user is gone is refused': 'there is nobody to sign for' },
} satisfies Mistake;
