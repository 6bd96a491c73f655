import type { Mistake } from '#check';

export default {
  summary: 'The exception for old tokens accepts every token without a role, whoever signed it.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "iss === issuer || (iss === undefined && role === '')",
      replace: "iss === issuer || role === ''",
    },
  ],
  fails: {
    'a token of another application is refused': 'the exception is for tokens that have no issuer either',
  },
} satisfies Mistake;
