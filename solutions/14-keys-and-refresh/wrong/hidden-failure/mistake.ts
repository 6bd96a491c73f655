import type { Mistake } from '#check';

export default {
  summary: 'The logout looks for a field that does not exist.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'body?.refresh_token && (await this.refreshTokens.familyOf(body.refresh_token))',
      replace:
        "(body as unknown as Record<string, string> | undefined)?.refreshToken && (await this.refreshTokens.familyOf(''))",
    },
  ],
  fails: {
    'POST /auth/logout revokes the refresh token in the body':
      'the handler of the logout does not revoke the family of the token',
    'the whole family is revoked, even if the token in the body was used before':
      'only the token in the body is deleted',
    'a logout that cannot reach the store is 503': 'does not look for the refresh token',
  },
} satisfies Mistake;
