import type { Mistake } from '#check';

export default {
  summary: 'The decoy costs four times as much as a real hash.',
  edits: [{ file: 'auth/passwords.ts', find: "`$2b$${this.cost}$${'.'", replace: "`$2b$${this.cost + 2}$${'.'" }],
  fails: {
    'an unknown email takes as long as a wrong password': 'the program does not do the same work',
  },
} satisfies Mistake;
