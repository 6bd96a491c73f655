import type { Mistake } from '#check';

export default {
  summary: 'The handler has a name that the convention does not know, and so it gets no route.',
  edits: [{ file: 'posts/posts.controller.ts', find: 'show(ctx: Context) {', replace: 'read(ctx: Context) {' }],
  fails: {
    'GET /posts/:id answers with the post': 'a route matches the path, but only for',
    'a post that does not exist is 404': 'no route has led to a handler called show',
    'PUT /posts/:id replaces the post': 'a route matches the path, but only for',
    'DELETE /posts/:id removes the post': 'received  404 {"error":"Not Found"}',
  },
} satisfies Mistake;
