import type { Mistake } from '#check';

export default {
  summary: 'The handler has a name that resource() does not look for.',
  edits: [
    { file: 'posts/posts.controller.ts', find: 'async create(ctx: Context)', replace: 'async add(ctx: Context)' },
  ],
  fails: {
    'POST /posts responds with 201 and the new post':
      "resource('/posts', this) looks for a method called create. PostsController has: routes, index, show, add",
    'POST /posts takes only title and content from the body': '404',
    'GET /posts lists the posts that were created': '404',
    'GET /posts/:id responds with the post': '404',
    'PUT /posts/:id replaces the post': '404',
    'PUT /posts/:id without a field sets it to its default': 'a route matches the path, but only for GET. Compare its',
    'DELETE /posts/:id removes the post': '404',
    'DELETE /posts/:id can be repeated': '404',
    'GET /admin/drafts responds with the posts that are not published': '404',
  },
} satisfies Mistake;
