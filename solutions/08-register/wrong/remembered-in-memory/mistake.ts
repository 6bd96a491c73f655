import type { Mistake } from '#check';

export default {
  summary: 'Registered emails are kept in a field, which is empty after every start.',
  edits: [
    { file: 'users/users.service.ts', find: 'email_key text not null unique,', replace: 'email_key text not null,' },
    {
      file: 'users/users.service.ts',
      find: 'async onStart()',
      replace: 'readonly #taken = new Set<string>();\n\n  async onStart()',
    },
    {
      file: 'users/users.service.ts',
      find: 'const user: User =',
      replace:
        "const key = email.toLowerCase();\n    if (this.#taken.has(key)) throw new Error('email already registered');\n    this.#taken.add(key);\n    const user: User =",
    },
  ],
  fails: {
    'the table itself refuses a second row with the same email_key': 'is not declared `unique`',
    'if another request inserts the email first, the response is 400': 'A query beforehand cannot prevent that',
    'an email stays registered after a restart': 'remembered in memory',
  },
} satisfies Mistake;
