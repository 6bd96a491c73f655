import type { Mistake } from '#check';

export default {
  summary: 'The row is returned as it is, with 0 and 1 for false and true.',
  edits: [
    {
      file: 'posts/post.ts',
      find: 'return { ...row, published: Boolean(row.published) };',
      replace: 'return row as Post;',
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'SQLite stores true and false as 1 and 0',
    'toPost converts the rows of SQLite and of PostgreSQL': 'toPost does not convert 0 and 1',
    'PUT changes the row, and survives a restart': 'update returns something other than toPost(row): a row',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
