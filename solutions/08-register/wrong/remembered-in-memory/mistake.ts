import type { Mistake } from '#check';

export default {
  summary: 'The emails that are taken are kept in a field, which begins empty at each start.',
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
      replace: [
        'const key = email.toLowerCase();',
        "    if (this.#taken.has(key)) throw new Error('email already registered');",
        '    this.#taken.add(key);',
        '    const user: User =',
      ].join('\n'),
    },
  ],
  fails: {
    'an email stays taken after a restart': 'What has to last stands in the table',
  },
} satisfies Mistake;
