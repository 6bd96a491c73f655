import type { Mistake } from '#check';

export default {
  summary: 'A variable that is set to nothing becomes the number 0.',
  edits: [{ file: 'auth/passwords.ts', find: 'BCRYPT_COST || 14', replace: 'BCRYPT_COST ?? 14' }],
  fails: {
    'the cost is 14 by default': 'Use `||`',
  },
} satisfies Mistake;
