import type { Mistake } from '#check';

export default {
  summary: 'find uses the promise instead of the row.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `const row = await this.db.get<PostRow>\`select`,
      replace: `const row = this.db.get<PostRow>\`select`,
    },
    {
      file: 'posts/posts.service.ts',
      find: 'return row && toPost(row);',
      replace: 'return row && toPost(row as unknown as PostRow);',
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'find spreads a promise instead of a row',
    'GET returns what POST returned': 'find spreads a promise instead of a row',
    'a post that does not exist is 404': `an \`await\` is missing before this.db.get`,
    'PUT responds with the changed post': 'the response is not what the table contains',
    'DELETE of a post that does not exist is 204': 'delete does not delete',
    'GET /posts/:id returns a post, published or not': 'The response body is different',
  },
} satisfies Mistake;
