import type { Mistake } from '#check';

export default {
  summary: 'NaN is neither below 4 nor above 31.',
  edits: [{ file: 'auth/passwords.ts', find: '!Number.isInteger(this.cost) || ', replace: '' }],
  fails: {
    'a cost that bcrypt does not support stops the startup': 'With BCRYPT_COST=14.5, the program starts',
  },
} satisfies Mistake;
