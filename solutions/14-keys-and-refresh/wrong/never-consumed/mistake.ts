import type { Mistake } from '#check';

export default {
  summary: 'A refresh token is never consumed.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!pair || !(await this.refreshTokens.consume(refresh_token, family))) {',
      replace: 'if (!pair) {',
    },
  ],
  fails: {
    'a refresh token works once': 'ignores what it returns',
    'of ten concurrent refreshes with one token, one succeeds': 'the token works twice in a row as well',
    'the store remembers which tokens are used': 'the handler does not call consume',
  },
} satisfies Mistake;
