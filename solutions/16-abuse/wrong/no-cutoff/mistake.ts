import type { Mistake } from '#check';

export default {
  summary: 'The new password ends the sessions, but no token.',
  edits: [{ file: 'auth/password.controller.ts', find: '    await this.cutoffs.set(user.id);\n', replace: '' }],
  fails: {
    'a change of password ends all other ways in': 'no cutoff was set',
  },
} satisfies Mistake;
