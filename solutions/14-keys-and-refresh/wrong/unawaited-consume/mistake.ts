import type { Mistake } from '#check';

export default {
  summary: 'The handler does not await consume, and a promise is always truthy.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: '!(await this.refreshTokens.consume(refresh_token, family))',
      replace: '!this.refreshTokens.consume(refresh_token, family)',
    },
  ],
  fails: {
    'a refresh token works once': 'a promise is always truthy',
    'of ten concurrent refreshes with one token, one succeeds': 'the token works twice in a row as well',
    'a response waits for the store': 'an `await` is missing in front of a call of the store',
  },
} satisfies Mistake;
