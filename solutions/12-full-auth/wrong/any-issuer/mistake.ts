import type { Mistake } from '#check';

export default {
  summary: 'A token that another application signed with the same secret is accepted.',
  edits: [
    { file: 'auth/tokens.service.ts', find: 'isComplete && isOurs ?', replace: 'isComplete ?' },
    {
      file: 'auth/tokens.service.ts',
      find: "      const isOurs = iss === issuer || (iss === undefined && role === '');\n",
      replace: '',
    },
    { file: 'auth/tokens.service.ts', find: "role = '', iss }", replace: "role = '' }" },
  ],
  fails: {
    'a token of another application is refused': 'does not compare `iss`',
  },
} satisfies Mistake;
