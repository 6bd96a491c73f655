import type { Mistake } from '#check';

export default {
  summary: 'The constructor uses an injected field, which is not filled yet.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '  async onStart(): Promise<void> {\n',
      replace: "  constructor() {\n    this.log.info('hello');\n  }\n\n  async onStart(): Promise<void> {\n",
    },
  ],
  fails: {
    'PostsModule declares PostsService': 'onStart()',
    'PostsService has six methods': 'onStart()',
    'posts are created, shown, replaced and deleted as before': 'onStart()',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'onStart()',
    'PostsService is injected into PostsController': 'onStart()',
    'every handler calls the service and waits for it': 'onStart()',
    'GET /posts lists the newest post first': 'onStart()',
    'Log is injected into PostsService': 'onStart()',
    'POST /posts writes a log entry with the id': 'onStart()',
    'the blog starts with a first post': 'onStart()',
    'the first post is created in onStart': 'onStart()',
    'AdminModule imports PostsModule, which exports PostsService': 'onStart()',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'onStart()',
    'GET /admin/drafts lists the drafts that POST /posts created': 'onStart()',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'onStart()',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'onStart()',
  },
} satisfies Mistake;
