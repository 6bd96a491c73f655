import type { Mistake } from '#check';

export default {
  summary: 'Every process applies each migration, whether it has inserted the row or not.',
  edits: [
    { file: 'store/migrations.ts', find: '      if (changes === 0) return false;\n', replace: '      void changes;\n' },
    {
      file: 'store/schema.ts',
      find: 'create index sessions_by_date',
      replace: 'create index if not exists sessions_by_date',
    },
    {
      file: 'store/schema.ts',
      find: 'create index sessions_by_user',
      replace: 'create index if not exists sessions_by_user',
    },
    {
      file: 'store/schema.ts',
      find: 'create index posts_by_date',
      replace: 'create index if not exists posts_by_date',
    },
    {
      file: 'store/schema.ts',
      find: 'create index posts_by_author',
      replace: 'create index if not exists posts_by_author',
    },
  ],
  fails: {
    'the migrations are applied in order, and logged when they are': 'although `changes` was 0',
    'of two programs that start at once, one applies each migration': 'number of `changes` is not used',
  },
} satisfies Mistake;
