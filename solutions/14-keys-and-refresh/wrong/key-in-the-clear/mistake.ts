import type { Mistake } from '#check';

export default {
  summary: 'The table keeps the key itself.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: `\${digest(key)}, \${apiKey.created_at}`,
      replace: `\${key}, \${apiKey.created_at}`,
    },
    { file: 'auth/api-keys.service.ts', find: `key_digest = \${digest(key)}\``, replace: `key_digest = \${key}\`` },
  ],
  fails: { 'the database keeps the record, and not the key': 'Store digest(key), never the key' },
} satisfies Mistake;
