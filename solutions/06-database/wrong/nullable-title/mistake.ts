import type { Mistake } from '#check';

export default {
  summary: 'The title may be null.',
  edits: [{ file: 'posts/posts.service.ts', find: 'title text not null', replace: 'title text' }],
  fails: {
    'the first start creates the table posts, with six columns and no row': `\`not null\` is missing`,
    'a second start keeps the table and its rows': `\`not null\` is missing`,
    'DELETE /newsletter/:email sends the address as a parameter': `\`not null\` is missing`,
    'a new post becomes a row of the table, whatever its title': `\`not null\` is missing`,
    'POST waits for the insert': `\`not null\` is missing`,
    'GET /posts/:id reads the table': `\`not null\` is missing`,
    'PUT changes one row of the table': `\`not null\` is missing`,
    'PUT needs one statement': `\`not null\` is missing`,
    'DELETE removes one row': `\`not null\` is missing`,
    'DELETE /admin/drafts removes the drafts with one statement': `\`not null\` is missing`,
    'DELETE waits for the database': `\`not null\` is missing`,
    'the database filters and sorts': `\`not null\` is missing`,
    'posts are sorted by time, and those of the same millisecond by id': `\`not null\` is missing`,
  },
} satisfies Mistake;
