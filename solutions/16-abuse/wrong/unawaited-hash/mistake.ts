import type { Mistake } from '#check';

export default {
  summary: 'The response does not wait until the new hash is stored.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: 'await this.users.setHash(',
      replace: 'void this.users.setHash(',
    },
  ],
  fails: {
    'a change of password ends all other ways in': 'missing in front of users.setHash',
  },
} satisfies Mistake;
