import type { Mistake } from '#check';

export default {
  summary: 'Old hashes stay as they are.',
  edits: [{ file: 'auth/credentials.ts', find: 'if (this.passwords.isOutdated(hash))', replace: 'if (!hash)' }],
  fails: {
    'a successful login renews a hash with a lower cost': '`check` does not replace an outdated hash',
    'a hash is only replaced while it is still the old one': 'not renewed yet',
    'a hash with the right cost is not renewed': 'not renewed yet',
    'the work for a client that has disconnected is dropped': 'not renewed yet',
  },
} satisfies Mistake;
