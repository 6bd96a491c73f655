import type { Mistake } from '#check';

export default {
  summary: 'Whoever knows the id of a key can revoke it.',
  edits: [{ file: 'auth/api-keys.service.ts', find: ` and user_id = \${user_id}\``, replace: '`' }],
  fails: { 'DELETE /auth/api-keys/:id revokes my key, and nobody else can': 'Another user revoked the key.' },
} satisfies Mistake;
