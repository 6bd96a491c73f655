import type { Mistake } from '#check';

export default {
  summary: 'The email is looked up immediately before the insert, and the table accepts duplicates.',
  edits: [
    { file: 'users/users.service.ts', find: 'email_key text not null unique,', replace: 'email_key text not null,' },
    {
      file: 'users/users.service.ts',
      find: '/** Takes the hash',
      replace:
        'async isTaken(email: string) {\n    return (await this.db.get`select id from users where email_key = ${email.toLowerCase()}`) !== undefined;\n  }\n\n  /** Takes the hash',
    },
    {
      file: 'users/users.service.ts',
      find: '    try {\n',
      replace: "    if (await this.isTaken(email)) throw new Error('email already registered');\n    try {\n",
    },
  ],
  fails: {
    'the table itself refuses a second row with the same email_key': 'is not declared `unique`',
    'if another request inserts the email first, the response is 400': 'A query beforehand cannot prevent that',
  },
} satisfies Mistake;
