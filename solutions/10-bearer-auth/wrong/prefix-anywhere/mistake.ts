import type { Mistake } from '#check';

export default {
  summary: 'The word Bearer may be anywhere in the header.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "header.startsWith('Bearer ')", replace: "header.includes('Bearer')" }],
  fails: {
    'a header that does not start with "Bearer " is 401': 'with a capital B and the space',
  },
} satisfies Mistake;
