import type { Mistake } from '#check';

export default {
  summary: 'The cookie contains a promise instead of a session id.',
  edits: [
    {
      file: 'auth/sessions.controller.ts',
      find: "await this.sessions.create(user.id, ctx.header('User-Agent'))",
      replace: "String(this.sessions.create(user.id, ctx.header('User-Agent')))",
    },
  ],
  fails: {
    'every sign-in gets a random session id of its own, in the cookie session_id': '`create` is called without `await`',
    'the table contains the digest of the session id, not the session id':
      'nothing is inserted, or the value is not digest(id)',
  },
} satisfies Mistake;
