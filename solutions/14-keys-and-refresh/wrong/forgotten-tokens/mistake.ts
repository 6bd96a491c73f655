import type { Mistake } from '#check';

export default {
  summary: 'A token is forgotten as soon as it is used, so its reuse cannot be detected.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: ') return true;\n    this.log',
      replace: ') {\n      await this.store.delete(keyOf(token));\n      return true;\n    }\n    this.log',
    },
  ],
  fails: {
    'a used refresh token revokes the tokens that descend from it': 'Remember every token',
    'the store remembers which families are revoked': 'consume does not revoke the family',
  },
} satisfies Mistake;
