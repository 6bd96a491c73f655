import type { Mistake } from '#check';

export default {
  summary: 'An unknown email waits for a second instead of comparing.',
  edits: [
    {
      file: 'auth/credentials.ts',
      find: 'const hash = row?.password ?? this.passwords.decoy();\n    const matches = await this.passwords.matches(password, hash, signal);',
      replace:
        'if (row === undefined) {\n      await new Promise((resolve) => setTimeout(resolve, 1000));\n      return undefined;\n    }\n    const hash = row.password;\n    const matches = await this.passwords.matches(password, hash, signal);',
    },
    { file: 'auth/credentials.ts', find: 'if (row === undefined || !matches)', replace: 'if (!matches)' },
  ],
  fails: {
    'an unknown email takes as long as a wrong password': 'the program does not do the same work',
  },
} satisfies Mistake;
