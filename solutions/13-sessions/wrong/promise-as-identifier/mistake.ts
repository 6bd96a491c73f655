import type { Mistake } from '#check';

export default {
  summary: 'Without an `await`, the cookie carries the text of a promise.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: 'await this.sessions.create(user.id)',
      replace: 'this.sessions.create(user.id) as unknown as string',
    },
  ],
  fails: {
    'the cookie session_id carries a random identifier': 'this is a promise, not an identifier',
    'an unknown identifier is 401 Invalid session': 'got 401',
    'GET /auth/session shows whose session it is, and since when': 'got 401',
    'a session is over after 24 hours, used or not': 'got 401',
    'DELETE /auth/session ends the session, and not only the cookie': 'got 401',
    'POST /auth/logout ends the session too': 'got 401',
    'without a session, ending it is 204, and nobody else is signed out': 'got 401',
    'a new sign-in has a new identifier, and ends the session before': 'another session_id than the one that was sent',
    'a failed sign-in leaves the session alone': 'got 401',
  },
} satisfies Mistake;
