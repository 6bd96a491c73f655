import type { Mistake } from '#check';

export default {
  summary: 'The change runs outside of the transaction that inserts its row.',
  edits: [{ file: 'store/migrations.ts', find: 'await apply(tx)', replace: 'await apply(this.db)' }],
  fails: {
    'the migrations are applied in order, and logged when they are': 'Call `apply(tx)`',
    'a migration that fails is rolled back, with its row': 'Call `apply(tx)`',
    // The database says it itself.
    'a migration awaits its statements, and is logged after its commit': 'it waits for itself: use the tx',
    'a command creates the tables, too, if it is the first program on a database': 'it waits for itself: use the tx',
  },
} satisfies Mistake;
