import type { Mistake } from '#check';

export default {
  summary: 'The email is looked up before the hash is made, and the table would take any number of the same.',
  edits: [
    { file: 'users/users.service.ts', find: 'email_key text not null unique,', replace: 'email_key text not null,' },
    {
      file: 'users/users.service.ts',
      find: '/** Takes the hash',
      replace: [
        'async isTaken(email: string) {',
        '    const rows = await this.db.all<{ email_key: string }>`select email_key from users`;',
        '    return rows.some((row) => row.email_key === email.toLowerCase());',
        '  }',
        '',
        '  /** Takes the hash',
      ].join('\n'),
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await',
      replace: [
        "if (await this.users.isTaken(email)) return ctx.status(400).json({ error: 'email already registered' });",
        '    const hash = await',
      ].join('\n'),
    },
  ],
  fails: {
    'of four registrations at once with one email, exactly one succeeds':
      'all of them looked before the first one was stored',
  },
} satisfies Mistake;
