import type { Mistake } from '#check';

export default {
  summary: 'The email is looked up immediately before the insert, and the error of the unique constraint is passed on.',
  edits: [
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
    {
      file: 'users/users.service.ts',
      find: "if ((error as { code?: string }).code !== 'unique') throw error;\n      throw new Error('email already registered', { cause: error });",
      replace: 'throw error;',
    },
  ],
  fails: {
    'if another request inserts the email first, the response is 400': 'Translate the code `unique` in `create`',
  },
} satisfies Mistake;
