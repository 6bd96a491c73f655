import type { Mistake } from '#check';

export default {
  summary: 'A token without an expiry is valid forever.',
  edits: [{ file: 'auth/tokens.service.ts', find: ' && exp !== undefined', replace: '' }],
  fails: {
    'an expired token is 401, and so is one that never expires': 'without the claim `exp`',
  },
} satisfies Mistake;
