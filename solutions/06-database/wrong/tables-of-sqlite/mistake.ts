import type { Mistake } from '#check';

export default {
  summary: 'onStart looks for the table in sqlite_master, which only SQLite has, instead of writing `if not exists`.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`create table if not exists posts (',
      replace:
        "const known = await this.db.get`select name from sqlite_master where type = 'table' and name = 'posts'`;\n    if (known === undefined) await this.db.run`create table posts (",
    },
  ],
  fails: {
    'a second start keeps the table and its rows': 'onStart asks SQLite for its tables',
  },
} satisfies Mistake;
