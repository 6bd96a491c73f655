import type { Mistake } from '#check';

export default {
  summary: 'A used token is refused, and its family stays valid.',
  edits: [{ file: 'auth/refresh-tokens.service.ts', find: '    await this.revoke(family);\n', replace: '' }],
  fails: {
    'a used refresh token revokes the tokens that descend from it': 'a used token came back',
    'the store remembers which families are revoked': 'consume does not revoke the family',
    'a revoked family stays revoked, even if it is being refreshed at that moment':
      'nine requests came with a used token',
  },
} satisfies Mistake;
