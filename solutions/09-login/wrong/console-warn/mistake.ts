import type { Mistake } from '#check';

export default {
  summary: 'The warning bypasses the log.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "this.log.warn('JWT_SECRET is empty",
      replace: "console.warn('JWT_SECRET is empty",
    },
  ],
  fails: {
    'without a secret, the log warns once, at startup': 'this is not log.warn',
  },
} satisfies Mistake;
