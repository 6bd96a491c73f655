import type { Mistake } from '#check';

export default {
  summary: 'bcrypt runs on the main thread, as step 2 leaves it.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: "import { inject } from 'trellis';",
      replace: "import bcrypt from 'bcryptjs';\nimport { inject } from 'trellis';",
    },
    {
      file: 'auth/passwords.ts',
      find: 'return this.pool.hash(password, this.cost);',
      replace: 'return bcrypt.hash(password, this.cost);',
    },
  ],
  fails: {
    'while four people register, other requests are answered': 'the hash is made on the main thread',
  },
} satisfies Mistake;
