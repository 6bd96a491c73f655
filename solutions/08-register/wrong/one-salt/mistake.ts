import type { Mistake } from '#check';

export default {
  summary: 'Everybody gets the same salt.',
  edits: [
    {
      file: 'auth/passwords.ts',
      find: 'return this.pool.hash(password, this.cost);',
      replace: "return this.pool.hash(password, '$2b$10$abcdefghijklmnopqrstuu' as unknown as number);",
    },
  ],
  fails: {
    'two people with the same password have different hashes': 'the same salt for everybody',
  },
} satisfies Mistake;
