import type { Mistake } from '#check';

export default {
  summary: 'A short secret ends the process at once, and nothing that has already started is stopped.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'throw new Error(`JWT_SECRET has fewer than ${shortest} bytes, so it can be guessed, and tokens can be forged.`);',
      replace: "console.error('JWT_SECRET is too short.');\n      process.exit(1);",
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes stops the program at startup': 'ends itself with process.exit(…)',
  },
} satisfies Mistake;
