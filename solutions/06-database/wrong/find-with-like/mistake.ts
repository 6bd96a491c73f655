import type { Mistake } from '#check';

export default {
  summary: 'find, update and delete compare the id with like, which treats _ and % as wildcards.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'select * from posts where id = ${id}',
      replace: 'select * from posts where id like ${id}',
    },
    {
      file: 'posts/posts.service.ts',
      find: `where id = \${id}
      returning *`,
      replace: `where id like \${id}
      returning *`,
    },
    {
      file: 'posts/posts.service.ts',
      find: 'delete from posts where id = ${id}',
      replace: 'delete from posts where id like ${id}',
    },
  ],
  fails: {
    'a post that does not exist is 404': '`like` treats _ and % as wildcards',
    'PUT changes one row of the table': '`like` treats _ and % as wildcards',
    'DELETE removes one row': '`like` treats _ and % as wildcards',
  },
} satisfies Mistake;
