import type { Mistake } from '#check';

export default {
  summary: 'The refresh token is looked up, and never consumed.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!user || !(await this.refreshTokens.consume(refresh_token))) {',
      replace: 'if (!user) {',
    },
  ],
  fails: {
    'a refresh token works once': 'the same refresh token came a second time',
    'of ten refreshes at once with one token, one wins': 'two steps, get and then delete, leave a gap',
  },
} satisfies Mistake;
