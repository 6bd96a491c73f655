import type { Mistake } from '#check';

export default {
  summary: 'The digest in the table is accepted as a key.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: `where key_digest = \${digest(key)}`,
      replace: `where key_digest in (\${digest(key)}, \${key})`,
    },
  ],
  fails: {
    'an invalid or revoked key is 401': 'validate does not look for the row whose key_digest is digest(key)',
  },
} satisfies Mistake;
