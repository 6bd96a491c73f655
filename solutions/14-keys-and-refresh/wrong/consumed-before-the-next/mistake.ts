import type { Mistake } from '#check';

export default {
  summary:
    'The token is consumed before the next one is stored, so an outage of the store in between logs the user out.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: '    const pair = user && (await this.#pair(user, family));\n',
      replace:
        '    const isUnused = user && (await this.refreshTokens.consume(refresh_token, family));\n    const pair = isUnused && (await this.#pair(user, family));\n',
    },
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!pair || !(await this.refreshTokens.consume(refresh_token, family))) {',
      replace: 'if (!pair) {',
    },
  ],
  fails: {
    'a refresh token survives an outage of the database or the store':
      'the token was consumed before the next one was stored',
  },
} satisfies Mistake;
