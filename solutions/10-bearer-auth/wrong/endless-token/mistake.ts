import type { Mistake } from '#check';

export default {
  summary: 'A token without an expiry is valid forever.',
  edits: [{ file: 'auth/tokens.service.ts', find: ' && exp !== undefined', replace: '' }],
  fails: {
    'any other token is 401': 'this is a token that never expires, and it was accepted',
  },
} satisfies Mistake;
