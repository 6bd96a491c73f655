import type { Mistake } from '#check';

export default {
  summary: 'The email is looked up before it is hashed, as in step 2, and the table accepts duplicates.',
  edits: [
    { file: 'users/users.service.ts', find: 'email_key text not null unique,', replace: 'email_key text not null,' },
    {
      file: 'users/users.service.ts',
      find: '/** Takes the hash',
      replace:
        'async isTaken(email: string) {\n    return (await this.db.get`select id from users where email_key = ${email.toLowerCase()}`) !== undefined;\n  }\n\n  /** Takes the hash',
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await',
      replace:
        "if (await this.users.isTaken(email)) return ctx.status(400).json({ error: 'email already registered' });\n    const hash = await",
    },
  ],
  fails: {
    'the attack "race" is blocked': 'The attack "race" succeeded',
    'the table itself refuses a second row with the same email_key': 'is not declared `unique`',
    'if another request inserts the email first, the response is 400': 'A query beforehand cannot prevent that',
  },
} satisfies Mistake;
