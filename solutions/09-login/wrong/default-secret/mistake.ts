import type { Mistake } from '#check';

export default {
  summary: 'Where there is no secret, one from the code takes its place.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "process.env.JWT_SECRET ?? ''",
      replace: "process.env.JWT_SECRET || 'for development only'",
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'can make tokens for everybody',
    'without a secret, the log says so once, at the start': 'nothing of it was logged',
  },
} satisfies Mistake;
