import type { Mistake } from '#check';

export default {
  summary: 'A default from the code replaces a missing secret, unless NODE_ENV is production.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "process.env.JWT_SECRET ?? ''",
      replace:
        "process.env.JWT_SECRET ?? (process.env.NODE_ENV === 'production' ? '' : 'a default secret for development only')",
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'NODE_ENV is not set in this run',
  },
} satisfies Mistake;
