import type { Mistake } from '#check';

export default {
  summary: 'Everyone can revoke every key.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: ` and user_id = \${user_id}\`;\n  }\n\n  /** The record`,
      replace: '`;\n  }\n\n  /** The record',
    },
  ],
  fails: {
    'DELETE /auth/api-keys/:id revokes a key, but only for its owner': 'another user revoked the key',
  },
} satisfies Mistake;
