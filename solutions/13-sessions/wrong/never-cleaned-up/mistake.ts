import type { Mistake } from '#check';

export default {
  summary: 'Sessions that have expired stay in the table forever.',
  edits: [{ file: 'auth/sessions.service.ts', find: '    await this.removeExpired();\n', replace: '' }],
  fails: {
    'the response waits until the session is stored, and expired sessions are removed':
      'does not call this.removeExpired()',
  },
} satisfies Mistake;
