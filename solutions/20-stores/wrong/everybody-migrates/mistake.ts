import type { Mistake } from '#check';

export default {
  summary: 'Every process applies each migration: nobody looks whether the row was its own.',
  edits: [
    { file: 'store/migrations.ts', find: '      if (changes === 0) return false;\n', replace: '      void changes;\n' },
    {
      file: 'store/schema.ts',
      find: 'create index posts_by_date',
      replace: 'create index if not exists posts_by_date',
    },
  ],
  fails: {
    'of two programs that start at once, one makes each change': 'whether it is your turn',
  },
} satisfies Mistake;
