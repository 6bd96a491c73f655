import type { Mistake } from '#check';

export default {
  summary:
    'find, update and list catch the errors of the database, so a failure looks like a missing post or an empty list.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'select * from posts where id = ${id}`;',
      replace: 'select * from posts where id = ${id}`.catch(() => undefined);',
    },
    {
      file: 'posts/posts.service.ts',
      find: 'returning *`;',
      replace: 'returning *`.catch(() => undefined);',
    },
    {
      file: 'posts/posts.service.ts',
      find: 'where published = ${true} order by created_at desc, id desc`;',
      replace: 'where published = ${true} order by created_at desc, id desc`.catch(() => []);',
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'find catches the error of the database',
    'PUT of a post that does not exist is 500, with the reason in the log': 'update catches the error of the database',
    'the database filters and sorts': 'list catches the error of the database',
  },
} satisfies Mistake;
