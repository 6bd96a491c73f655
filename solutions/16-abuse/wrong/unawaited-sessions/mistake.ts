import type { Mistake } from '#check';

export default {
  summary: 'The response does not wait until the sessions have ended.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: 'await this.sessions.endOthers(user.id);',
      replace: 'void this.sessions.endOthers(user.id);',
    },
  ],
  fails: {
    'the user who changed the password stays signed in': 'sessions.endOthers(…) is not awaited',
  },
} satisfies Mistake;
