import type { Mistake } from '#check';

export default {
  summary: 'A default from the code replaces a missing secret.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "process.env.JWT_SECRET ?? ''",
      replace: "process.env.JWT_SECRET ?? 'a default secret for development only'",
    },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'everyone who has seen the code knows',
    'without a secret, the log warns once, at startup': 'onStart logs nothing',
  },
} satisfies Mistake;
