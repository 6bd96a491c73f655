import type { Mistake } from '#check';

export default {
  summary: 'The transaction does not wait for the migration.',
  edits: [{ file: 'store/migrations.ts', find: 'await apply(tx)', replace: 'void apply(tx)' }],
  fails: {
    'the migrations are applied in order, and logged when they are': '`apply` is not awaited',
    'a migration awaits its statements, and is logged after its commit': 'does not await `apply(tx)`',
    'of two programs that start at once, one applies each migration': '`apply` is not awaited',
  },
  // Whether a migration is complete when the next one starts, or the program uses its tables, is a matter of luck.
  mayFail: [
    'a migration that fails is rolled back, with its row',
    'a command creates the tables, too, if it is the first program on a database',
  ],
} satisfies Mistake;
