import type { Mistake } from '#check';

export default {
  summary: 'A token without an issuer is accepted, whatever its role is.',
  edits: [{ file: 'auth/tokens.service.ts', find: "(iss === undefined && role === '')", replace: 'iss === undefined' }],
  fails: {
    'a token of another application is refused': 'Only a token without a role may lack it',
  },
} satisfies Mistake;
