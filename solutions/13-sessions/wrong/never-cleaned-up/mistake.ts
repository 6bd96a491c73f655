import type { Mistake } from '#check';

export default {
  summary: 'Sessions that have expired stay in the table forever.',
  edits: [{ file: 'auth/sessions.service.ts', find: '    await this.removeExpired();\n', replace: '' }],
  fails: {
    'a sign-in stores a session, and removes those that have expired': 'does not call this.removeExpired()',
  },
} satisfies Mistake;
