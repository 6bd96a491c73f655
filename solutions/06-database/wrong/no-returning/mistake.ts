import type { Mistake } from '#check';

export default {
  summary: 'The update returns no row.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `where id = \${id}
      returning *\``,
      replace: `where id = \${id}\``,
    },
  ],
  fails: {
    'PUT changes one row of the table': 'record not found',
    'PUT needs one statement': 'record not found',
    'PUT responds with the changed post': 'record not found',
    'GET /posts lists the published posts, and nothing else': 'record not found',
    'PUT without published removes a post from the list': 'record not found',
    'GET /admin/drafts lists the drafts, and nothing else': 'record not found',
    'both lists start with the newest post': 'record not found',
    'GET /posts/:id returns a post, published or not': 'record not found',
  },
} satisfies Mistake;
