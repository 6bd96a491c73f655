import type { Mistake } from '#check';

export default {
  summary: 'Creates an index on one column, which does not help to read the newest posts in order.',
  edits: [
    {
      file: 'store/schema.ts',
      find: 'on posts (published, created_at desc, id desc)',
      replace: 'on posts (created_at)',
    },
  ],
  fails: {
    'the migrations are applied in order, and logged when they are': 'by which the lists filter and sort',
  },
} satisfies Mistake;
