import type { Mistake } from '#check';

export default {
  summary: 'toPost compares published with 1, which only works for SQLite.',
  edits: [{ file: 'posts/post.ts', find: 'Boolean(row.published)', replace: 'row.published === 1' }],
  fails: {
    'toPost converts the rows of SQLite and of PostgreSQL': 'toPost compares published with a number',
  },
} satisfies Mistake;
