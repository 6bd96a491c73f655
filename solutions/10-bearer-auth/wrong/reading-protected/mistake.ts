import type { Mistake } from '#check';

export default {
  summary: 'The routes that read have the middleware, too.',
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
    'reading needs no token': 'a route that only reads has BearerAuth, too',
  },
} satisfies Mistake;
