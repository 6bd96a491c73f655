import type { Mistake } from '#check';

export default {
  summary: 'The cost is lower than the contract says.',
  edits: [{ file: 'auth/passwords.ts', find: 'readonly cost = 10;', replace: 'readonly cost = 9;' }],
  fails: {
    'the table contains a bcrypt hash with cost 10': 'the cost is 9',
  },
} satisfies Mistake;
