import type { Mistake } from '#check';

export default {
  summary: 'The user is built from the token: incomplete, out of date, and even for users who are gone.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "const user = await this.users.find(ctx.get<string>('user_id'));",
      replace: "const user = { id: ctx.get('user_id'), email: ctx.get('user_email'), role: ctx.get('user_role') };",
    },
  ],
  fails: {
    'GET /auth/me requires a token, and responds with its user': 'built from the claims',
    'GET /auth/me says what is true now, not what was true at the login': 'a snapshot',
  },
} satisfies Mistake;
