import type { Mistake } from '#check';

export default {
  summary: 'The list contains sessions that have timed out.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '      where user_id = ${user_id}\n        and created_at > ${this.ago(sessionLifetime)}\n        and last_used_at > ${this.ago(this.idleTimeout)}\n',
      replace: '      where user_id = ${user_id}\n',
    },
  ],
  fails: {
    'sessions that have timed out are not listed': 'ignores the idle timeout',
  },
} satisfies Mistake;
