import type { Mistake } from '#check';

export default {
  summary: 'find returns published posts only.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `select * from posts where id = \${id}\``,
      replace: `select * from posts where id = \${id} and published = \${true}\``,
    },
  ],
  fails: {
    'GET /posts/:id reads the table': 'find does not look in the table, where this post was before',
    'PUT changes the row, and survives a restart': 'Expected status 200, got 404',
    'DELETE removes the row, and can be repeated': 'a statement has no `where`, or one that matches every row',
    'GET /posts/:id returns a post, published or not': 'filters by published',
  },
} satisfies Mistake;
