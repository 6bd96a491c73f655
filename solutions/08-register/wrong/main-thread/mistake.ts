import type { Mistake } from '#check';

export default {
  summary: 'bcrypt runs on the main thread, as in step 3.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: "import { inject } from 'trellis';",
      replace: "import bcrypt from 'bcryptjs';\nimport { inject } from 'trellis';",
    },
    {
      file: 'auth/passwords.ts',
      find: 'return this.pool.hash(password, this.cost, signal);',
      replace: 'signal?.throwIfAborted();\n    return bcrypt.hash(password, this.cost);',
    },
  ],
  fails: {
    'while four users register, other requests are served': 'bcrypt runs on the main thread',
    'the work for a client that has disconnected is dropped': 'hashed and stored anyway',
  },
} satisfies Mistake;
