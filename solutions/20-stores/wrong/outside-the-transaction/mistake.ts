import type { Mistake } from '#check';

export default {
  summary: 'The change runs beside the transaction that enters it.',
  edits: [{ file: 'store/migrations.ts', find: 'await apply(tx)', replace: 'await apply(this.db)' }],
  fails: { 'a change that fails is not entered': 'everything goes through it: apply(tx)' },
} satisfies Mistake;
