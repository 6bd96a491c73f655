import type { Mistake } from '#check';

export default {
  summary: 'Logs a migration inside of its transaction. If it is rolled back, the line stays.',
  edits: [
    {
      file: 'store/migrations.ts',
      find: '      await apply(tx);\n',
      replace: "      this.log.info('migration', { number, name });\n      await apply(tx);\n",
    },
    {
      file: 'store/migrations.ts',
      find: "    if (isOurs) this.log.info('migration', { number, name });\n",
      replace: '',
    },
  ],
  fails: {
    'a migration that fails is rolled back, with its row': 'log after the commit',
    'a migration awaits its statements, and is logged after its commit': 'written before the commit',
  },
} satisfies Mistake;
