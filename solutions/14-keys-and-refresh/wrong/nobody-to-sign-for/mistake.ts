import type { Mistake } from '#check';

export default {
  summary: 'The handler does not check whether the user still exists.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!user || !(await this.refreshTokens.consume(refresh_token, family))) {',
      replace: 'if (!family || !(await this.refreshTokens.consume(refresh_token, family))) {',
    },
    {
      file: 'auth/tokens.controller.ts',
      find: 'return this.#pair(user, family);\n  }',
      replace: 'return this.#pair(user as User, family);\n  }',
    },
  ],
  fails: {
    'a refresh token whose user no longer exists is 401': 'the handler continues',
  },
} satisfies Mistake;
