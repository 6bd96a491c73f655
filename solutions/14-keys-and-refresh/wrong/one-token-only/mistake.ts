import type { Mistake } from '#check';

export default {
  summary: 'The logout deletes the token in the body, and not its family.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'if (family) await this.refreshTokens.revoke(family);',
      replace: 'if (family) await this.refreshTokens.forget(body.refresh_token);',
    },
    {
      file: 'auth/refresh-tokens.service.ts',
      find: '  async revoke(family: Family)',
      replace:
        '  async forget(token: string): Promise<void> {\n    await this.store.delete(keyOf(token));\n  }\n\n  async revoke(family: Family)',
    },
  ],
  fails: {
    'POST /auth/logout revokes the refresh token in the body': 'deletes the token in the body instead of its family',
    'the whole family is revoked, even if the token in the body was used before':
      'only the token in the body is deleted',
  },
} satisfies Mistake;
