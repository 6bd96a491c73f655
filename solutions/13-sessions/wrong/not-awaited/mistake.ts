import type { Mistake } from '#check';

export default {
  summary: 'The guard asks whether a promise is undefined. It never is.',
  edits: [
    {
      file: 'auth/session-auth.ts',
      find: 'await this.sessions.find(id);',
      replace: 'this.sessions.find(id) as unknown as { user_id: string } | undefined;',
    },
  ],
  fails: {
    'an unknown identifier is 401 Invalid session': 'A promise is never undefined',
    'a session is over after 24 hours, used or not': 'the guard lets everybody pass',
    'DELETE /auth/session ends the session, and not only the cookie': 'the guard lets everybody pass',
    'POST /auth/logout ends the session too': 'the guard lets everybody pass',
    'a new sign-in has a new identifier, and ends the session before': 'the guard lets everybody pass',
    'a planted identifier opens nothing': 'the guard lets everybody pass',
  },
} satisfies Mistake;
