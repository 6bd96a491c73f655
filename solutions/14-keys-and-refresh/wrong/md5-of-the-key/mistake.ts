import type { Mistake } from '#check';

export default {
  summary: 'The table contains the MD5 of the key.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: "import { randomBytes } from 'node:crypto';",
      replace: "import { createHash, randomBytes } from 'node:crypto';",
    },
    {
      file: 'auth/api-keys.service.ts',
      find: "import { digest } from './digest.ts';",
      replace: "\nconst digest = (key: string) => createHash('md5').update(key).digest('hex');",
    },
  ],
  fails: {
    'the table contains the SHA-256 digest of the key, and not the key': 'the column contains the MD5 of the key',
  },
} satisfies Mistake;
