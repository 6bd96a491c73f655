import type { Mistake } from '#check';

export default {
  summary: 'A thief who signs in while the new password is being hashed keeps the session.',
  edits: [
    { file: 'auth/password.controller.ts', find: '    await this.sessions.endOthers(user.id);\n', replace: '' },
    {
      file: 'auth/password.controller.ts',
      find: '    await this.users.setHash(',
      replace: '    await this.sessions.endOthers(user.id);\n    await this.users.setHash(',
    },
  ],
  fails: {
    'a change of password ends all other ways in': 'the sessions are ended too early',
  },
} satisfies Mistake;
