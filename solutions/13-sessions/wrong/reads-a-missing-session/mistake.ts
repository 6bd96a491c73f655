import type { Mistake } from '#check';

export default {
  summary: 'The middleware reads the user id of a session that it has not found.',
  edits: [
    {
      file: 'auth/session-auth.ts',
      find: 'const user = session && (await this.users.find(session.user_id));',
      replace: 'const user = await this.users.find(session!.user_id);',
    },
  ],
  fails: {
    'the session id of a sign-in opens GET /auth/session, and an unknown one is 401 Invalid session':
      'SessionAuth reads session.user_id anyway',
    'a session ends after 24 hours, even if it is used': 'your code threw',
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request': 'your code threw',
  },
} satisfies Mistake;
