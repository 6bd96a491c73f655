import type { Mistake } from '#check';

export default {
  summary: 'The handler does not check whether the user still exists.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'const pair = user && (await this.#pair(user, family));',
      replace: 'const pair = family && (await this.#pair(user as User, family));',
    },
  ],
  fails: {
    'a refresh token whose user no longer exists is 401': 'the handler continues',
  },
} satisfies Mistake;
