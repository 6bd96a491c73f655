import type { Mistake } from '#check';

export default {
  summary: 'Other browsers stay signed in.',
  edits: [{ file: 'auth/password.controller.ts', find: '    await this.sessions.endOthers(user.id);\n', replace: '' }],
  fails: {
    'a change of password ends all other ways in': 'the other sessions are not ended',
  },
} satisfies Mistake;
