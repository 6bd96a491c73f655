import type { Mistake } from '#check';

export default {
  summary: 'The handler calls the pool itself, so the cost is written in two places.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "import { Passwords } from './passwords.ts';",
      replace: "import { BcryptPool } from './bcrypt-pool.ts';\nimport { Passwords } from './passwords.ts';",
    },
    {
      file: 'auth/auth.controller.ts',
      find: '  @inject(Passwords) private readonly passwords!: Passwords;',
      replace:
        '  @inject(BcryptPool) private readonly pool!: BcryptPool;\n  @inject(Passwords) private readonly passwords!: Passwords;',
    },
    {
      file: 'auth/auth.controller.ts',
      find: 'this.passwords.hash(password, ctx.signal)',
      replace: 'this.pool.hash(password, 10, ctx.signal)',
    },
  ],
  fails: { 'register hashes passwords with the injected Passwords': '`register` calls bcrypt itself' },
} satisfies Mistake;
