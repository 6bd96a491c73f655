import type { Mistake } from '#check';

export default {
  summary: 'The logout does not wait until the family is revoked.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'if (family) await this.refreshTokens.revoke(family);',
      replace: 'if (family) void this.refreshTokens.revoke(family);',
    },
  ],
  fails: {
    'the response waits until the family is revoked':
      'an `await` is missing in front of the call that revokes the family',
  },
} satisfies Mistake;
