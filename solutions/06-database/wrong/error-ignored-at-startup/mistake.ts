import type { Mistake } from '#check';

export default {
  summary: 'onStart creates the table without `if not exists` and ignores the error.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`create table if not exists posts (',
      replace: 'await this.db.run`create table posts (',
    },
    {
      file: 'posts/posts.service.ts',
      find: '      updated_at text not null\n    )`;',
      replace: '      updated_at text not null\n    )`.catch(() => {});',
    },
  ],
  fails: {
    'the program refuses to start if the table cannot be created': 'onStart catches the error of the database',
  },
} satisfies Mistake;
