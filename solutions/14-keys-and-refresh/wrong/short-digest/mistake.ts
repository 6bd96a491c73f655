import type { Mistake } from '#check';

export default {
  summary: 'Only four digits of the digest are stored and compared.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: `\${scope}, \${digest(key)}, `,
      replace: `\${scope}, \${digest(key).slice(0, 4)}, `,
    },
    {
      file: 'auth/api-keys.service.ts',
      find: `where key_digest = \${digest(key)}`,
      replace: `where key_digest = \${digest(key).slice(0, 4)}`,
    },
  ],
  fails: {
    'the table contains the SHA-256 digest of the key, and not the key': 'the digest is cut to 4 digits',
  },
} satisfies Mistake;
