import type { Mistake } from '#check';

export default {
  summary: 'The row and the change are two steps: where the second fails, the first says that it was made.',
  edits: [
    {
      file: 'store/migrations.ts',
      find: 'const isOurs = await this.db.transaction(async (tx) => {',
      replace: 'const tx = this.db;\n    const isOurs = await (async () => {',
    },
    { file: 'store/migrations.ts', find: '      return true;\n    });', replace: '      return true;\n    })();' },
  ],
  fails: {
    'a change that fails is not entered': 'the row and the change belong together',
  },
  // Two crews start on one empty database: whoever finds a row without its table goes on to the next migration.
  mayFail: ['no request fails while it goes on'],
} satisfies Mistake;
