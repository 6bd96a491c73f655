import type { Mistake } from '#check';

export default {
  summary: 'Every login hashes the password again.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'if (this.passwords.isOutdated(hash)) {',
      replace: 'if (hash !== undefined) {',
    },
  ],
  fails: {
    'a hash with the right cost is not renewed': '`check` renews every hash',
  },
} satisfies Mistake;
