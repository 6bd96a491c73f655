import type { Mistake } from '#check';

export default {
  summary: 'The route names a method that does not exist.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'handler: this.drafts }],',
      replace: 'handler: (this as any).draft }],',
    },
  ],
  fails: {
    'GET /posts responds with an array, empty at first': 'GET /admin/drafts: the handler is undefined',
    'the route belongs to the handler index': 'GET /admin/drafts: the handler is undefined',
    'POST /posts responds with 201 and the new post': 'GET /admin/drafts: the handler is undefined',
    'POST /posts takes only title and content from the body': 'GET /admin/drafts: the handler is undefined',
    'GET /posts lists the posts that were created': 'GET /admin/drafts: the handler is undefined',
    'GET /posts/:id responds with the post': 'GET /admin/drafts: the handler is undefined',
    'a post that does not exist is 404': 'GET /admin/drafts: the handler is undefined',
    'PUT /posts/:id replaces the post': 'GET /admin/drafts: the handler is undefined',
    'PUT /posts/:id without published makes the post a draft': 'GET /admin/drafts: the handler is undefined',
    'PUT of a post that does not exist is 500, with the reason in the log only':
      'GET /admin/drafts: the handler is undefined',
    'DELETE /posts/:id removes the post': 'GET /admin/drafts: the handler is undefined',
    'DELETE /posts/:id can be repeated': 'GET /admin/drafts: the handler is undefined',
    'GET /admin/drafts responds with the posts that are not published': 'GET /admin/drafts: the handler is undefined',
    'the route is a child of the group /admin': 'GET /admin/drafts: the handler is undefined',
    'GET /admin and GET /drafts match nothing': 'GET /admin/drafts: the handler is undefined',
  },
} satisfies Mistake;
