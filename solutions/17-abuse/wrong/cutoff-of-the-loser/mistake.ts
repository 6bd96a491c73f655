import type { Mistake } from '#check';

export default {
  summary: 'Of two changes at the same time, the one that is refused ends the tokens of the other one.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: `      const isReplaced = await this.users.replaceHash(id, signIn.hash, hash, tx);
      if (!isReplaced) return undefined;
      const startedAt = await this.cutoffs.set(id, tx);
`,
      replace: `      const startedAt = await this.cutoffs.set(id, tx);
      const isReplaced = await this.users.replaceHash(id, signIn.hash, hash, tx);
      if (!isReplaced) return undefined;
`,
    },
  ],
  fails: {
    'changing a password needs the current one': 'sets the cutoff before it knows',
  },
} satisfies Mistake;
