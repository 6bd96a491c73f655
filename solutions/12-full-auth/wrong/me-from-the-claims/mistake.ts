import type { Mistake } from '#check';

export default {
  summary: 'Who I am is read from the token: without a name, out of date, and of people who are gone.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "const user = await this.users.find(ctx.get<string>('user_id'));",
      replace: "const user = { id: ctx.get('user_id'), email: ctx.get('user_email'), role: ctx.get('user_role') };",
    },
  ],
  fails: {
    'GET /auth/me needs a token, and answers with its owner': 'the token does not know it all',
    'GET /auth/me says what is true now, and not what was true at the login': 'Read the user from the table',
  },
} satisfies Mistake;
