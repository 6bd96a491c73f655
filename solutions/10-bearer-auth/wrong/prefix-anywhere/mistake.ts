import type { Mistake } from '#check';

export default {
  summary: 'The guard asks whether the word Bearer stands anywhere in the header.',
  edits: [{ file: 'auth/bearer-auth.ts', find: "header.startsWith('Bearer ')", replace: "header.includes('Bearer')" }],
  fails: {
    'a header that does not begin with "Bearer " is refused': 'letter for letter, and the space belongs to it',
  },
} satisfies Mistake;
