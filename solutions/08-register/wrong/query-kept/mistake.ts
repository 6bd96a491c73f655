import type { Mistake } from '#check';

export default {
  summary: 'The table has its constraint, and every registration still sends the useless query before the insert.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: `  /** Takes the hash of the password, never the password itself. */`,
      replace: `  async isTaken(email: string): Promise<boolean> {
    return (await this.db.get\`select id from users where email_key = \${email.toLowerCase()}\`) !== undefined;
  }

  /** Takes the hash of the password, never the password itself. */`,
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await',
      replace: `if (await this.users.isTaken(email)) return ctx.status(400).json({ error: 'email already registered' });
    const hash = await`,
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'the query of step 2 is still there',
  },
} satisfies Mistake;
