import type { Mistake } from '#check';

export default {
  summary: 'The response goes out before the session exists.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '    await this.db.run`\n      insert',
      replace: '    void this.db.run`\n      insert',
    },
  ],
  fails: {
    'a sign-in stores a session, and removes those that have expired':
      'POST /auth/session responded before the insert had finished',
  },
  mayFail: ['the table contains the digest of the session id, not the session id'],
} satisfies Mistake;
