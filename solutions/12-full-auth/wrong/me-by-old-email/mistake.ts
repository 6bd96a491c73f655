import type { Mistake } from '#check';

export default {
  summary: 'The email of a token may belong to somebody else by now, who then appears as its user.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "const user = await this.users.find(ctx.get<string>('user_id'));",
      replace:
        "const row = await this.users.findByEmail(ctx.get<string>('user_email'));\n    const user = row && toUser(row);",
    },
    {
      file: 'auth/auth.controller.ts',
      find: "import type { User } from '../users/user.ts';",
      replace: "import { toUser, type User } from '../users/user.ts';",
    },
  ],
  fails: {
    'GET /auth/me says what is true now, not what was true at the login': 'The handler looks for the email',
  },
} satisfies Mistake;
