import type { Mistake } from '#check';

export default {
  summary: 'A row has all the fields of a user, so the compiler accepts it, and the hash goes out.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "this.users.find(ctx.get<string>('user_id'))",
      replace: "this.users.findByEmail(ctx.get<string>('user_email'))",
    },
  ],
  fails: { 'GET /auth/me needs a token, and answers with its owner': 'the row went out, hash included' },
} satisfies Mistake;
