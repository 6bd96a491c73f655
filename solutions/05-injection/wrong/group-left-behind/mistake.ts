import type { Mistake } from '#check';

export default {
  summary: 'The group was copied to the new controller, and left behind in the old one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return resource('/posts', this);",
      replace:
        "return [\n      ...resource('/posts', this),\n      { path: '/admin', children: [{ method: 'GET', path: '/drafts', handler: () => this.posts.drafts() }] },\n    ];",
    },
  ],
  fails: {
    'GET /posts lists the newest post first': 'match the same requests',
    'posts are made, shown, changed and deleted as before': 'match the same requests',
    'a post that does not exist is 404 to GET and 500 to PUT, as before': 'match the same requests',
    'POST /posts writes a line with the id to the log': 'match the same requests',
    'the blog starts with a first post': 'match the same requests',
    'GET /admin/drafts shows what POST /posts has made': 'match the same requests',
    'DELETE /admin/drafts throws the drafts away, and only them': 'match the same requests',
  },
} satisfies Mistake;
