import type { Mistake } from '#check';

export default {
  summary: 'The token in the response is older than the cutoff.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '      const startedAt = await this.cutoffs.set(id, tx);\n',
      replace: '      const startedAt = Date.now();\n      await this.cutoffs.set(id, tx);\n',
    },
  ],
  fails: {
    'changing a password needs the current one': 'signed before the cutoff was set',
    'the user who changed the password stays signed in': 'was signed before the cutoff was set',
  },
} satisfies Mistake;
