import type { Mistake } from '#check';

export default {
  summary: 'The guard stands in front of all of /posts.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "{ method: 'GET', path: '/posts', handler",
      replace: "{ method: 'GET', path: '/posts', middlewares: [BearerAuth], handler",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "{ method: 'GET', path: '/posts/:id', handler",
      replace: "{ method: 'GET', path: '/posts/:id', middlewares: [BearerAuth], handler",
    },
  ],
  fails: {
    'GET /posts needs no token': 'The guard stands in front of too much',
    'reading one post needs no token': 'The guard stands in front of too much',
  },
} satisfies Mistake;
