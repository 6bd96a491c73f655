import type { Mistake } from '#check';

export default {
  summary: 'Without a user nothing is compared, and the answer comes at once.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'const hash = row?.password ?? this.passwords.decoy();',
      replace: 'if (row === undefined) return undefined;\n    const hash = row.password;',
    },
  ],
  fails: {
    'an unknown email takes as long as a wrong password': 'An unknown email is answered in',
  },
} satisfies Mistake;
