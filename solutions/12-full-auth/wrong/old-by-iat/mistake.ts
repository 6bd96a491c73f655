import type { Mistake } from '#check';

export default {
  summary: 'A token without `iat` is taken for an old one, even if another application has signed it.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "(iss === undefined && role === '')",
      replace: 'claims.iat === undefined',
    },
  ],
  fails: {
    'a token of another application is refused': 'Compare `iss` and `role`',
  },
} satisfies Mistake;
