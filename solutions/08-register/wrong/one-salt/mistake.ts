import type { Mistake } from '#check';

export default {
  summary: 'Every hash has the same salt.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return this.pool.hash(password, this.cost, signal);',
      replace: "return this.pool.hash(password, '$2b$10$abcdefghijklmnopqrstuu' as unknown as number, signal);",
    },
  ],
  fails: {
    'two users with the same password have different hashes': 'every hash has the same salt',
  },
} satisfies Mistake;
