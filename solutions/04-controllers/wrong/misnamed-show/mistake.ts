import type { Mistake } from '#check';

export default {
  summary: 'The handler has a name that resource() does not look for.',
  edits: [{ file: 'posts/posts.controller.ts', find: 'show(ctx: Context) {', replace: 'read(ctx: Context) {' }],
  fails: {
    'GET /posts/:id responds with the post': 'found no method called show',
    'a post that does not exist is 404': 'found no method called show',
    'PUT /posts/:id replaces the post': '404',
    'DELETE /posts/:id removes the post': '404 {"error":"Not Found"}',
  },
} satisfies Mistake;
