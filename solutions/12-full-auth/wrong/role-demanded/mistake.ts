import type { Mistake } from '#check';

export default {
  summary: 'A token without a role is refused, although it has not expired.',
  edits: [{ file: 'auth/tokens.service.ts', find: "exp, role = '', iss", replace: 'exp, role, iss' }],
  fails: {
    'a token from before this version is still accepted, without any role': 'this token was signed yesterday',
  },
} satisfies Mistake;
