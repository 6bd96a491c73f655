import type { Mistake } from '#check';

export default {
  summary: 'The where compares the column with itself.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `select * from posts where id = \${id}\``,
      replace: `select * from posts where id = id\``,
    },
  ],
  fails: {
    'a post that does not exist is 404': 'Expected status 404, got 200',
    'PUT responds with the changed post': 'the response is not what the table contains',
    'DELETE of a post that does not exist is 204': 'delete does not delete',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
