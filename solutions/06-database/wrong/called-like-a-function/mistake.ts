import type { Mistake } from '#check';

export default {
  summary: 'The statement is a string, and the database is called like a function.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `this.db.get<PostRow>\`select * from posts where id = \${id}\``,
      replace: `this.db.get<PostRow>(\`select * from posts where id = '\${id}'\` as unknown as TemplateStringsArray)`,
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'Write SQL as a template, without parentheses',
    'a post that does not exist is 404': 'Write SQL as a template, without parentheses',
    'PUT changes the row, and survives a restart': 'your code threw: The database was called like a function',
    'DELETE removes the row, and can be repeated': 'your code threw: The database was called like a function',
    'DELETE /admin/drafts removes the drafts, and nothing else':
      'your code threw: The database was called like a function',
    'GET /posts/:id returns a post, published or not': 'Write SQL as a template, without parentheses',
  },
} satisfies Mistake;
