import type { Mistake } from '#check';

export default {
  summary: 'find filters by published, like the list.',
  edits: [
    { file: 'posts/posts.service.ts', find: 'where posts.id = ', replace: 'where posts.published and posts.id = ' },
  ],
  fails: {
    'GET /posts/:id has the author, published or not': 'find filters by published',
  },
} satisfies Mistake;
