import type { Mistake } from '#check';

export default {
  summary: 'The table contains the key itself.',
  edits: [
    { file: 'auth/api-keys.service.ts', find: `\${scope}, \${digest(key)}, `, replace: `\${scope}, \${key}, ` },
    {
      file: 'auth/api-keys.service.ts',
      find: `where key_digest = \${digest(key)}`,
      replace: `where key_digest = \${key}`,
    },
  ],
  fails: {
    'the table contains the SHA-256 digest of the key, and not the key': 'the key is stored',
  },
} satisfies Mistake;
