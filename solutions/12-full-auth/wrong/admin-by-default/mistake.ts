import type { Mistake } from '#check';

export default {
  summary: 'A token from before there were roles belongs to an admin.',
  edits: [
    { file: 'auth/tokens.service.ts', find: "exp, role = '', iss", replace: "exp, role = 'admin', iss" },
    {
      file: 'auth/tokens.service.ts',
      find: "iss === undefined && role === ''",
      replace: 'iss === undefined && claims.role === undefined',
    },
  ],
  fails: {
    'a token from before this version is still accepted, without any role': 'grant as little as possible',
  },
} satisfies Mistake;
