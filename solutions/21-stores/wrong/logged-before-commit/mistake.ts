import type { Mistake } from '#check';

export default {
  summary: 'Logs a migration when its statements have run. If the commit fails, the line stays.',
  edits: [
    {
      file: 'store/migrations.ts',
      find: 'await apply(tx);',
      replace: "await apply(tx);\n      this.log.info('migration', { number, name });",
    },
    {
      file: 'store/migrations.ts',
      find: "    if (isOurs) this.log.info('migration', { number, name });\n",
      replace: '    void isOurs;\n',
    },
  ],
  fails: {
    'a migration awaits its statements, and is logged after its commit': 'log when `db.transaction` has finished',
  },
} satisfies Mistake;
