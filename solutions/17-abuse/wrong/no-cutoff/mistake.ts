import type { Mistake } from '#check';

export default {
  summary: 'The new password ends no session and no token.',
  edits: [{ file: 'auth/password.controller.ts', find: 'await this.cutoffs.set(id, tx)', replace: 'Date.now()' }],
  fails: {
    'a change of password ends all other ways in': 'no cutoff was set',
  },
} satisfies Mistake;
