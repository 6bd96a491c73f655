import type { Mistake } from '#check';

export default {
  summary: 'The row is given out as it is, with 0 and 1 in the place of false and true.',
  edits: [
    {
      file: 'posts/post.ts',
      find: 'return { ...row, published: Boolean(row.published) };',
      replace: 'return row as Post;',
    },
  ],
  fails: {
    'GET /posts/:id reads the table, also what was there before the start': 'SQLite stores true and false as 1 and 0',
    'what POST has answered is what GET answers': '`published` is false, not 0',
    'PUT answers with the changed post': 'the changed post has the values of the body',
    'GET /admin/drafts lists what is not published, and nothing else': 'and use toPost',
    'GET /posts/:id shows a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
