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
    'GET /posts/:id reads the table': 'find does not look in the table',
    'PUT changes the row, and survives a restart': 'Expected status 200, got 404',
    'DELETE removes the row, and can be repeated': 'a statement has no `where`, or one that matches every row',
    'DELETE /admin/drafts removes the drafts, and nothing else': 'discardDrafts deletes published posts as well',
  },
} satisfies Mistake;
