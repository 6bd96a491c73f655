import type { Mistake } from '#check';

export default {
  summary: 'The column published has the type text, so 0 comes back as the string "0", which is truthy.',
  edits: [{ file: 'posts/posts.service.ts', find: 'published boolean not null', replace: 'published text not null' }],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'has the type "TEXT"',
    'a second start keeps the table and its rows': 'has the type "TEXT"',
    'DELETE /newsletter/:email sends the address as a parameter': 'has the type "TEXT"',
    'a new post becomes a row of the table, whatever its title': 'has the type "TEXT"',
    'POST waits for the insert': 'has the type "TEXT"',
    'GET /posts/:id reads the table': 'has the type "TEXT"',
    'GET returns what POST returned': 'the row is not the post: an insert or toPost mixes up fields',
    'PUT changes one row of the table': 'has the type "TEXT"',
    'PUT needs one statement': 'has the type "TEXT"',
    'DELETE removes one row': 'has the type "TEXT"',
    'DELETE /admin/drafts removes the drafts with one statement': 'has the type "TEXT"',
    'DELETE waits for the database': 'has the type "TEXT"',
    'GET /admin/drafts lists the drafts, and nothing else': 'returns its rows without toPost',
    'the database filters and sorts': 'has the type "TEXT"',
    'posts are sorted by time, and those of the same millisecond by id': 'has the type "TEXT"',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
