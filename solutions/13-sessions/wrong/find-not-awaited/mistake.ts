import type { Mistake } from '#check';

export default {
  summary: 'The middleware compares a promise with undefined.',
  edits: [
    {
      file: 'auth/session-auth.ts',
      find: 'const session = await this.sessions.find(readSessionCookie(ctx));',
      replace: 'const session: any = this.sessions.find(readSessionCookie(ctx));',
    },
  ],
  fails: {
    'the session id of a sign-in opens GET /auth/session, and an unknown one is 401 Invalid session':
      'an `await` is missing before this.sessions.find',
    'GET /auth/session shows whose session it is, and since when': 'Expected status 200, got 500',
    'SessionAuth stores the session and its user in the context': 'Expected status 200, got 500',
    'the role is the one in the table at the time of the request': 'Expected status 200, got 500',
    'a session whose user no longer exists is 401 Invalid session': 'Expected status 200, got 500',
    'a session ends after 24 hours, even if it is used': 'Expected status 200, got 500',
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request': 'Expected status 200, got 500',
  },
} satisfies Mistake;
