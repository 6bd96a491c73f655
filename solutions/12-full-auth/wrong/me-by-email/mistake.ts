import type { Mistake } from '#check';

export default {
  summary: 'A row has all fields of a user, so the compiler accepts it, and the response contains the hash.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "this.users.find(ctx.get<string>('user_id'))",
      replace: "this.users.findByEmail(ctx.get<string>('user_email'))",
    },
  ],
  fails: {
    'GET /auth/me requires a token, and responds with its user': 'a row of the table, with the hash',
    'GET /auth/me says what is true now, not what was true at the login': 'The handler looks for the email',
  },
} satisfies Mistake;
