import type { Mistake } from '#check';

export default {
  summary: 'The table has no primary key.',
  edits: [{ file: 'posts/posts.service.ts', find: 'id text primary key', replace: 'id text' }],
  fails: {
    'the first start creates the table posts, with six columns and no row':
      'nothing stops two posts from having the same id',
    'a second start keeps the table and its rows': 'nothing stops two posts from having the same id',
    'DELETE /newsletter/:email sends the address as a parameter': 'nothing stops two posts from having the same id',
    'a new post becomes a row of the table, whatever its title': 'nothing stops two posts from having the same id',
    'POST waits for the insert': 'nothing stops two posts from having the same id',
    'GET /posts/:id reads the table': 'nothing stops two posts from having the same id',
    'PUT changes one row of the table': 'nothing stops two posts from having the same id',
    'PUT needs one statement': 'nothing stops two posts from having the same id',
    'DELETE removes one row': 'nothing stops two posts from having the same id',
    'DELETE /admin/drafts removes the drafts with one statement': 'nothing stops two posts from having the same id',
    'DELETE waits for the database': 'nothing stops two posts from having the same id',
    'the database filters and sorts': 'nothing stops two posts from having the same id',
    'posts are sorted by time, and those of the same millisecond by id':
      'nothing stops two posts from having the same id',
  },
} satisfies Mistake;
