import type { Mistake } from '#check';

export default {
  summary: 'Every start drops the table and creates it again.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`create table if not exists posts (`,
      replace: `await this.db.run\`drop table if exists posts\`;
    await this.db.run\`create table if not exists posts (`,
    },
  ],
  fails: {
    'a second start keeps the table and its rows': 'onStart drops the table',
    'POST waits for the insert': `an \`await\` is missing before this.db.run in create`,
    'GET /posts/:id reads the table': 'find does not look in the table',
    'PUT changes one row of the table': 'record not found',
    'PUT needs one statement': 'record not found',
    'DELETE removes one row': `a statement has no \`where\``,
    'DELETE /admin/drafts removes the drafts with one statement': `a statement has no \`where\``,
    'DELETE waits for the database': `an \`await\` is missing in delete`,
    'the database filters and sorts': 'list returned 0 of',
    'posts are sorted by time, and those of the same millisecond by id': `this list does not read the table, or its \`where\` has the wrong value`,
  },
} satisfies Mistake;
