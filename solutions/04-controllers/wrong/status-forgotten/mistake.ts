import type { Mistake } from '#check';

export default {
  summary: 'create returns the post, and the status stays 200.',
  edits: [{ file: 'posts/posts.controller.ts', find: 'return ctx.status(201).json(post);', replace: 'return post;' }],
  fails: {
    'POST /posts responds with 201 and the new post': 'create returns the post, which has the status 200',
    'POST /posts takes only title and content from the body': '201',
    'GET /posts lists the posts that were created': '201',
    'GET /posts/:id responds with the post': '201',
    'PUT /posts/:id replaces the post': '201',
    'PUT /posts/:id without a field sets it to its default': 'Expected status 201, got 200',
    'DELETE /posts/:id removes the post': '201',
    'DELETE /posts/:id can be repeated': '201',
    'GET /admin/drafts responds with the posts that are not published': '201',
  },
} satisfies Mistake;
