import type { Mistake } from '#check';

export default {
  summary: 'The group is in both controllers.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return resource('/posts', this);",
      replace:
        "return [\n      ...resource('/posts', this),\n      { path: '/admin', children: [{ method: 'GET', path: '/drafts', handler: () => this.posts.drafts() }] },\n    ];",
    },
  ],
  fails: {
    'PostsModule declares PostsService': '/admin/drafts',
    'PostsService has six methods': '/admin/drafts',
    'posts are created, shown, replaced and deleted as before': '/admin/drafts',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': '/admin/drafts',
    'PostsService is injected into PostsController': '/admin/drafts',
    'every handler calls the service and waits for it': '/admin/drafts',
    'GET /posts lists the newest post first': '/admin/drafts',
    'Log is injected into PostsService': '/admin/drafts',
    'POST /posts writes a log entry with the id': '/admin/drafts',
    'the blog starts with a first post': '/admin/drafts',
    'the first post is created in onStart': '/admin/drafts',
    'AdminModule imports PostsModule, which exports PostsService': '/admin/drafts',
    'AdminController belongs to AdminModule and handles /admin/drafts': '/admin/drafts',
    'GET /admin/drafts lists the drafts that POST /posts created': '/admin/drafts',
    'DELETE /admin/drafts deletes the drafts and nothing else': '/admin/drafts',
    'DELETE /admin/drafts calls discardDrafts and waits for it': '/admin/drafts',
  },
} satisfies Mistake;
