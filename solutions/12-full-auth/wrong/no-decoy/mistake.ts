import type { Mistake } from '#check';

export default {
  summary: 'The login for an unknown email skips the comparison, and is faster.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: '    const hash = row?.password ?? this.passwords.decoy();',
      replace: '    if (row === undefined) return undefined;\n    const hash = row.password;',
    },
  ],
  fails: {
    'an unknown email still costs as much work as a wrong password': 'the comparison with the decoy is gone',
  },
} satisfies Mistake;
