import type { Mistake } from '#check';

export default {
  summary: 'Old hashes stay as they are.',
  edits: [{ file: 'auth/credentials.ts', find: 'if (this.passwords.isOutdated(hash))', replace: 'if (!hash)' }],
  fails: {
    'a successful login renews a hash with another cost': 'the hash is not renewed',
  },
} satisfies Mistake;
