import type { Mistake } from '#check';

const signed = 'never stands in the code';

export default {
  summary: 'The secret stands in the code.',
  edits: [
    { file: 'auth/tokens.service.ts', find: "process.env.JWT_SECRET ?? ''", replace: "String('change me one day')" },
  ],
  fails: {
    'a login answers with a token, and with nothing else': signed,
    'the token says who, and until when, and no more': signed,
    'the 24 hours begin with the login': signed,
    'without a secret, the right password is 500 and a wrong one is 401': 'can make tokens for everybody',
    'without a secret, the log says so once, at the start': 'nothing of it was logged',
    'with a secret, the log does not complain': signed,
  },
} satisfies Mistake;
