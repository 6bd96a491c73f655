import type { Mistake } from '#check';

export default {
  summary: 'The handler logs the refresh token.',
  edits: [
    {
      file: 'auth/tokens.controller.ts',
      find: 'const family = await this.refreshTokens.familyOf(refresh_token);',
      replace: `console.log(\`refresh with \${refresh_token}\`);\n    const family = await this.refreshTokens.familyOf(refresh_token);`,
    },
  ],
  fails: {
    'no token appears in the log': 'a log statement prints it',
  },
} satisfies Mistake;
