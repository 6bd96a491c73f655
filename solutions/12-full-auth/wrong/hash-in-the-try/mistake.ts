import type { Mistake } from '#check';

export default {
  summary: 'The 503 of a full queue is caught along with everything else, and becomes a 500.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    const hash = await this.passwords.hash(password, signal);\n    try {\n',
      replace: '    try {\n      const hash = await this.passwords.hash(password, signal);\n',
    },
  ],
  fails: {
    'a full hashing queue is still 503, and clients that disconnect are removed from it': 'Hash it before the `try`',
  },
} satisfies Mistake;
