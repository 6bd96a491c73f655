import type { Mistake } from '#check';

export default {
  summary: 'Passwords creates a pool of its own.',
  edits: [
    { file: 'auth/passwords.ts', find: "import { inject } from 'trellis';\n", replace: '' },
    {
      file: 'auth/passwords.ts',
      find: '@inject(BcryptPool) private readonly pool!: BcryptPool;',
      replace: 'private readonly pool = new BcryptPool();',
    },
  ],
  fails: {
    'BcryptPool is injected into Passwords': 'nobody calls its onStop',
  },
} satisfies Mistake;
