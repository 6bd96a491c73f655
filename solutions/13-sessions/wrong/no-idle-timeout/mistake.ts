import type { Mistake } from '#check';

export default {
  summary: 'A session that nobody uses stays valid for a whole day, whatever the setting says.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '        and created_at > ${this.ago(sessionLifetime)}\n        and last_used_at > ${this.ago(this.idleTimeout)}`;',
      replace: '        and created_at > ${this.ago(sessionLifetime)}`;',
    },
  ],
  fails: {
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request': 'does not compare last_used_at',
  },
} satisfies Mistake;
