import type { Mistake } from '#check';

export default {
  summary: 'The digest in the table opens the session as well, so a copy of the table opens every session.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'where id = ${digest(id)}\n',
      replace: 'where id in (${id}, ${digest(id)})\n',
    },
  ],
  fails: {
    'the session id of a sign-in opens GET /auth/session, and an unknown one is 401 Invalid session':
      'Compare it with digest(id) only',
  },
} satisfies Mistake;
