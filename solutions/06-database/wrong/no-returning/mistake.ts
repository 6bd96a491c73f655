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
    'PUT changes the row, and survives a restart': 'your code threw: record not found. The terminal of npm run',
    'DELETE /admin/drafts removes the drafts, and nothing else':
      'your code threw: record not found. The terminal of npm run',
    'GET /posts lists the published posts, GET /admin/drafts the drafts':
      'your code threw: record not found. The terminal of npm run',
    'both lists start with the newest post': 'record not found',
    'GET /posts/:id returns a post, published or not': 'record not found',
  },
} satisfies Mistake;
