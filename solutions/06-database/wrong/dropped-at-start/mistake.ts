import type { Mistake } from '#check';

export default {
  summary: 'Every start throws the table away, to make a new one.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`create table if not exists posts (',
      replace:
        'await this.db.run`drop table if exists posts`;\n    await this.db.run`create table if not exists posts (',
    },
  ],
  fails: {
    'a second start keeps the table, and what is in it': 'onStart throws away what was there',
    'GET /posts/:id reads the table, also what was there before the start':
      'this post was in the table before the program started',
    'changes and removals reach the table': 'this post was in the table before the program started',
  },
} satisfies Mistake;
