import type { Mistake } from '#check';

export default {
  summary: 'The secret is written in the code.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "process.env.JWT_SECRET ?? ''",
      replace: "String('a secret that everyone who sees it can use')",
    },
  ],
  fails: {
    'a login responds with a token and nothing else': 'the secret is written in the code',
    'the token has the claims user_id, email and exp': 'the secret is written in the code',
    'the 24 hours start with the login': 'the secret is written in the code',
    'with a good secret, the log mentions neither JWT_SECRET nor its value': 'the secret is written in the code',
    'without a secret, the right password is 500 and a wrong one is 401': 'everyone who has seen the code knows',
    'without a secret, the log warns once, at startup': 'onStart logs nothing',
    'a secret of fewer than 32 bytes stops the program at startup': 'the program starts',
  },
} satisfies Mistake;
