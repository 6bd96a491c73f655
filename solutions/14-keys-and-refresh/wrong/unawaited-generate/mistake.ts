import type { Mistake } from '#check';

const promise = 'is an `await` missing in front of `generate`?';

export default {
  summary: 'The pair holds the promise of a refresh token.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'await this.refreshTokens.generate(user.id)',
      replace: 'this.refreshTokens.generate(user.id)',
    },
  ],
  fails: {
    'POST /auth/tokens answers with a pair of tokens': promise,
    'the store keeps the digest of a refresh token, and not the token': promise,
    'POST /auth/refresh gives a new pair': 'got 400',
    'a refresh token works once': 'got 400',
    'of ten refreshes at once with one token, one wins': 'not even one refresh works yet',
    'a refresh token survives an outage of the database': 'Expected status 503, got 400',
    'a refresh token waits for seven days, and no longer': 'got 400',
    'POST /auth/logout ends the refresh token that the body names': 'got 400',
  },
} satisfies Mistake;
