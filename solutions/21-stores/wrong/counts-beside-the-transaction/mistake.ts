import type { Mistake } from '#check';

export default {
  summary: 'Counts on `db` inside of the transaction: with SQLite, the two wait for each other.',
  edits: [
    {
      file: 'auth/api-keys.service.ts',
      find: 'await tx.get<{ count: number }>',
      replace: 'await this.db.get<{ count: number }>',
    },
  ],
  fails: {
    'a user gets five API keys, and 409 for the sixth': 'Use `tx` for all three',
    'a revoked key makes room for another': 'Use `tx` for all three',
  },
  // With PostgreSQL, twenty transactions that each need a second connection may exhaust the pool.
  mayFail: ['of twenty concurrent requests to two programs, five succeed', 'the attack "key-rush" is blocked'],
} satisfies Mistake;
