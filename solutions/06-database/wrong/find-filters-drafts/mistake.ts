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
    'GET returns what POST returned': 'filters by published',
    'GET /posts/:id returns a post, published or not': 'filters by published',
  },
} satisfies Mistake;
