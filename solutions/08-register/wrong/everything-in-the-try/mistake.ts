import type { Mistake } from '#check';

export default {
  summary: 'The 503 of a full queue becomes a 400, because the hashing is in the try block, too.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: '    const hash = await this.passwords.hash(password, ctx.signal);\n',
      replace: '',
    },
    {
      file: 'auth/auth.controller.ts',
      find: '    try {\n',
      replace: '    try {\n      const hash = await this.passwords.hash(password, ctx.signal);\n',
    },
  ],
  fails: {
    'a registration that finds the queue full still gets 503': 'Only `create` belongs in it',
  },
} satisfies Mistake;
