import type { Mistake } from '#check';

export default {
  summary: 'The session id is the id of the user, which appears in every post.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'const id = randomUUID();',
      replace: 'const id = user_id;\n    await this.db.run`delete from sessions where id = ${digest(id)}`;',
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id':
      'a session id that is not the id of the user',
    'the table contains the digest of the session id, not the session id': 'stores the id as it is',
  },
} satisfies Mistake;
