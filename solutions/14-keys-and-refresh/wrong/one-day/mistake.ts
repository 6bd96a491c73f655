import type { Mistake } from '#check';

export default {
  summary: 'A refresh token is valid for a day.',
  edits: [{ file: 'auth/refresh-tokens.service.ts', find: 'const lifetime = 7 * 24', replace: 'const lifetime = 24' }],
  fails: {
    'a refresh token is valid for seven days': 'after 6 days and 23 hours the token has already expired',
  },
} satisfies Mistake;
