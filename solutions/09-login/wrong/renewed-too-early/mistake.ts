import type { Mistake } from '#check';

export default {
  summary: 'A wrong password replaces the stored hash.',
  edits: [
    { file: 'auth/credentials.ts', find: '    if (row === undefined || !matches) return undefined;\n', replace: '' },
    {
      file: 'auth/credentials.ts',
      find: 'if (this.passwords.isOutdated(hash)) {',
      replace: 'if (row !== undefined && this.passwords.isOutdated(hash)) {',
    },
    {
      file: 'auth/credentials.ts',
      find: 'return toUser(row);',
      replace: 'return row !== undefined && matches ? toUser(row) : undefined;',
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'got 401',
    'a failed login does not change the hash': 'has replaced the stored hash',
  },
} satisfies Mistake;
