import type { Mistake } from '#check';

export default {
  summary: 'The logout responds with 204 even if the store is unavailable, and the refresh token keeps working.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: `    const family = body?.refresh_token && (await this.refreshTokens.familyOf(body.refresh_token));
    if (family) await this.refreshTokens.revoke(family);
`,
      replace: `    try {
      const family = body?.refresh_token && (await this.refreshTokens.familyOf(body.refresh_token));
      if (family) await this.refreshTokens.revoke(family);
    } catch {
      // A logout always succeeds.
    }
`,
    },
  ],
  fails: {
    'a logout that cannot reach the store is 503': 'the error of the store is caught',
  },
} satisfies Mistake;
