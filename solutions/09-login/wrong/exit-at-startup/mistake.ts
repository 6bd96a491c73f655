import type { Mistake } from '#check';

export default {
  summary: 'A short secret in production ends the process at once, and nothing that has already started is stopped.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "if (process.env.NODE_ENV === 'production') throw new Error(problem);",
      replace: `if (process.env.NODE_ENV === 'production') {
        console.error(problem);
        process.exit(1);
      }`,
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes is warned about, and refused in production': 'ends itself with process.exit(…)',
  },
} satisfies Mistake;
