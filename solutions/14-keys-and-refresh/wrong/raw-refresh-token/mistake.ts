import type { Mistake } from '#check';

export default {
  summary: 'The store keeps the refresh token itself.',
  edits: [{ file: 'auth/refresh-tokens.service.ts', find: `refresh:\${digest(token)}`, replace: `refresh:\${token}` }],
  fails: {
    'the store keeps the digest of a refresh token, and not the token': 'The store holds the token as it is.',
  },
} satisfies Mistake;
