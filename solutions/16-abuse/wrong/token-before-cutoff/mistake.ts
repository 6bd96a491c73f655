import type { Mistake } from '#check';

export default {
  summary: 'The token in the response is older than the cutoff.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: '    await this.cutoffs.set(user.id);\n',
      replace: '    const token = this.tokens.sign(user);\n    await this.cutoffs.set(user.id);\n',
    },
    {
      file: 'auth/password.controller.ts',
      find: 'return { token: this.tokens.sign(user), expires_in',
      replace: 'return { token, expires_in',
    },
  ],
  fails: {
    'the user who changed the password stays signed in': 'was signed before the cutoff was set',
  },
} satisfies Mistake;
