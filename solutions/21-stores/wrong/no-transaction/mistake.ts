import type { Mistake } from '#check';

export default {
  summary: 'The row and the change are two separate steps: if the second fails, the first stays.',
  edits: [
    {
      file: 'store/migrations.ts',
      find: 'const isOurs = await this.db.transaction(async (tx) => {',
      replace: 'const tx = this.db;\n    const isOurs = await (async () => {',
    },
    { file: 'store/migrations.ts', find: '      return true;\n    });', replace: '      return true;\n    })();' },
  ],
  fails: {
    'the migrations are applied in order, and logged when they are': 'there is no index posts_by_author',
    'a migration that fails is rolled back, with its row': 'are not in one transaction',
  },
  // A process that finds a row without its table goes on to the next migration, and crashes there.
  mayFail: ['of two programs that start at once, one applies each migration'],
} satisfies Mistake;
