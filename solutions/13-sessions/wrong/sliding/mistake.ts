import type { Mistake } from '#check';

export default {
  summary: 'Every request extends the session, so a stolen cookie works forever.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'set last_used_at = ${this.ago(0)} where',
      replace: 'set created_at = ${this.ago(0)}, last_used_at = ${this.ago(0)} where',
    },
  ],
  fails: {
    'a session ends after 24 hours, even if it is used': 'created_at changes when the session is used',
  },
} satisfies Mistake;
