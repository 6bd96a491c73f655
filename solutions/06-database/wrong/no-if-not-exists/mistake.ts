import type { Mistake } from '#check';

export default {
  summary: 'The table is created at every start, and the second start fails.',
  edits: [{ file: 'posts/posts.service.ts', find: 'create table if not exists posts', replace: 'create table posts' }],
  fails: {
    'a second start keeps the table and its rows': 'table posts already exists',
    'DELETE /newsletter/:email sends the address as a parameter': 'table posts already exists',
    'a new post becomes a row of the table, whatever its title': 'table posts already exists',
    'POST waits for the insert': 'table posts already exists',
    'GET /posts/:id reads the table': 'table posts already exists',
    'PUT changes one row of the table': 'table posts already exists',
    'PUT needs one statement': 'table posts already exists',
    'DELETE removes one row': 'table posts already exists',
    'DELETE /admin/drafts removes the drafts with one statement': 'table posts already exists',
    'DELETE waits for the database': 'table posts already exists',
    'the database filters and sorts': 'table posts already exists',
    'posts are sorted by time, and those of the same millisecond by id': 'table posts already exists',
  },
} satisfies Mistake;
