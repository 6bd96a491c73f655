import type { Mistake } from '#check';

export default {
  summary: 'Two of the three HMAC algorithms are refused.',
  edits: [{ file: 'auth/tokens.service.ts', find: "['HS256', 'HS384', 'HS512']", replace: "['HS256']" }],
  fails: {
    'a token with a valid HMAC signature is accepted': 'does not contain HS384',
  },
} satisfies Mistake;
