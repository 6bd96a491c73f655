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
    'PostsModule declares PostsService': 'Injected fields are still empty in a constructor',
    'PostsService has six methods': 'Injected fields are still empty in a constructor',
    'posts are created, shown, replaced and deleted as before': 'Injected fields are still empty in a constructor',
    'a post that does not exist is 404 for GET and 500 for PUT, as before':
      'Injected fields are still empty in a constructor',
    'PostsService is injected into PostsController': 'Injected fields are still empty in a constructor',
    'every handler calls the service and waits for it': 'Injected fields are still empty in a constructor',
    'GET /posts lists the newest post first': 'Injected fields are still empty in a constructor',
    'Log is injected into PostsService': 'Injected fields are still empty in a constructor',
    'POST /posts writes a log entry with the id': 'Injected fields are still empty in a constructor',
    'the blog starts with a first post': 'Injected fields are still empty in a constructor',
    'the first post is created in onStart': 'Injected fields are still empty in a constructor',
    'AdminModule imports PostsModule, which exports PostsService': 'Injected fields are still empty in a constructor',
    'AdminController belongs to AdminModule and handles /admin/drafts':
      'Injected fields are still empty in a constructor',
    'GET /admin/drafts lists the drafts that POST /posts created': 'Injected fields are still empty in a constructor',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'Injected fields are still empty in a constructor',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'Injected fields are still empty in a constructor',
  },
} satisfies Mistake;
