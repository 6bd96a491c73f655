import type { Mistake } from '#check';

export default {
  summary: 'onStart does not wait for the table that it creates.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`create table',
      replace: 'void this.db.run`create table',
    },
  ],
  fails: {
    'the program refuses to start if the table cannot be created': 'onStart finished before the table was created',
  },
} satisfies Mistake;
