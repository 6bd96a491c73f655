import type { Mistake } from '#check';

export default {
  summary: 'isTaken compares with like, so an email with a _ is taken if another one fits the pattern.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: `  /** Takes the hash of the password, never the password itself. */`,
      replace: `  async isTaken(email: string): Promise<boolean> {
    return (await this.db.get\`select id from users where email_key like \${email.toLowerCase()}\`) !== undefined;
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
    'the user is a row in the table users': '`like` treats _ and % as wildcards',
  },
} satisfies Mistake;
