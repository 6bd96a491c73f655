import type { Mistake } from '#check';

export default {
  summary: 'The last migration does not wait for its statements, so it may be committed without them.',
  edits: [
    {
      file: 'store/schema.ts',
      find: 'await tx.run`create index posts_by_author',
      replace: 'void tx.run`create index posts_by_author',
    },
  ],
  fails: { 'a migration awaits its statements, and is logged after its commit': 'does not await its statements' },
} satisfies Mistake;
