import type { Mistake } from '#check';

export default {
  summary: 'Only the beginning of the digest is kept.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: `refresh:\${digest(token)}`,
      replace: `refresh:\${digest(token).slice(0, 12)}`,
    },
  ],
  fails: {
    'the store keeps the digest of a refresh token, and not the token': 'the digest is 12 characters long',
  },
} satisfies Mistake;
