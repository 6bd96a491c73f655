import type { Mistake } from '#check';

export default {
  summary: 'The token is consumed before the database is asked for the user.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: '    const user = family && (await this.users.find(family.user_id));\n',
      replace:
        '    const isUnused = family && (await this.refreshTokens.consume(refresh_token, family));\n    const user = family && (await this.users.find(family.user_id));\n',
    },
    {
      file: 'auth/tokens.controller.ts',
      find: 'if (!pair || !(await this.refreshTokens.consume(refresh_token, family))) {',
      replace: 'if (!pair || !isUnused) {',
    },
  ],
  fails: {
    'a refresh token survives an outage of the database or the store':
      'the token was consumed before the database was asked for the user',
  },
} satisfies Mistake;
