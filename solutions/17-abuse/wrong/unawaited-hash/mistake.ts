import type { Mistake } from '#check';

export default {
  summary: 'The response does not wait until the new hash is stored.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: 'const isReplaced = await this.users.replaceHash(',
      replace: 'const isReplaced = this.users.replaceHash(',
    },
  ],
  fails: {
    'a change of password ends all other ways in': 'missing in front of users.replaceHash',
  },
} satisfies Mistake;
