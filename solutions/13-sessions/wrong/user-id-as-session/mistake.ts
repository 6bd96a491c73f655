import type { Mistake } from '#check';

export default {
  summary: 'The identifier of the session is the id of the user, which stands in every post.',
  edits: [{ file: 'auth/sessions.service.ts', find: 'const id = randomUUID();', replace: 'const id = user_id;' }],
  fails: {
    'the cookie session_id carries a random identifier': 'who can guess the identifier of a session, has it',
    'GET /auth/session shows whose session it is, and since when': 'created_at is the time of the sign-in',
    'POST /auth/logout ends the session too': 'got 401',
    'a new sign-in has a new identifier, and ends the session before': 'another session_id than the one that was sent',
  },
} satisfies Mistake;
