import type { Mistake } from '#check';

export default {
  summary: 'A short secret stops the start only if NODE_ENV is production, and somebody may forget to set it.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '< shortest) {',
      replace: "< shortest && process.env.NODE_ENV === 'production') {",
    },
  ],
  fails: {
    'a secret of fewer than 32 bytes stops the program at startup': 'NODE_ENV is not set in this run',
  },
} satisfies Mistake;
