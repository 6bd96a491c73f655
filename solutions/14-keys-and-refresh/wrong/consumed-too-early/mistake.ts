import type { Mistake } from '#check';

export default {
  summary: 'The refresh token is consumed before the database is asked for its user.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'this.refreshTokens.ownerOf(refresh_token)',
      replace: 'this.refreshTokens.consume(refresh_token)',
    },
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!user || !(await this.refreshTokens.consume(refresh_token))) {',
      replace: 'if (!user) {',
    },
  ],
  fails: {
    'a refresh token survives an outage of the database': 'the client that got the 503 has lost its login',
  },
} satisfies Mistake;
