import type { Mistake } from '#check';

export default {
  summary: 'The columns of the table are in another order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '      title text not null,\n      content text not null,\n',
      replace: '      content text not null,\n      title text not null,\n',
    },
  ],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'the columns are in another order',
    'a second start keeps the table and its rows': 'the columns are in another order',
    'DELETE /newsletter/:email sends the address as a parameter': 'the columns are in another order',
    'a new post becomes a row of the table, whatever its title': 'the columns are in another order',
    'POST waits for the insert': 'the columns are in another order',
    'GET /posts/:id reads the table': 'the columns are in another order',
    'PUT changes one row of the table': 'the columns are in another order',
    'PUT needs one statement': 'the columns are in another order',
    'DELETE removes one row': 'the columns are in another order',
    'DELETE /admin/drafts removes the drafts with one statement': 'the columns are in another order',
    'DELETE waits for the database': 'the columns are in another order',
    'the database filters and sorts': 'the columns are in another order',
    'posts are sorted by time, and those of the same millisecond by id': 'the columns are in another order',
  },
} satisfies Mistake;
