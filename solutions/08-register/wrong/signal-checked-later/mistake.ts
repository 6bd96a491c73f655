import type { Mistake } from '#check';

export default {
  summary: 'The handler looks at the signal after the hash, so the pool hashes for clients that have disconnected.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'const hash = await this.passwords.hash(password, ctx.signal);',
      replace: `const hash = await this.passwords.hash(password);
    if (ctx.signal.aborted) throw ctx.signal.reason;`,
    },
  ],
  fails: {
    'the work for a client that has disconnected is dropped': 'Pass ctx.signal to passwords.hash',
  },
} satisfies Mistake;
