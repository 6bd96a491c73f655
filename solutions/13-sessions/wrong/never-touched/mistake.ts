import type { Mistake } from '#check';

export default {
  summary: 'A session ends half an hour after the sign-in, although it is in use.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '    if (session !== undefined) await this.touch(session);\n',
      replace: '',
    },
  ],
  fails: {
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request':
      'does not call this.touch(session)',
  },
} satisfies Mistake;
