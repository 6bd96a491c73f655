import type { Mistake } from '#check';

export default {
  summary: 'The class is imported as a type, so it does not exist at run time.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "import { PostsService } from './posts.service.ts';",
      replace: "import type { PostsService } from './posts.service.ts';",
    },
  ],
  fails: {
    'PostsModule declares PostsService': 'PostsService is not defined',
    'PostsService has six methods': 'PostsService is not defined',
    'posts are created, shown, replaced and deleted as before': 'PostsService is not defined',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'PostsService is not defined',
    'PostsService is injected into PostsController': 'PostsService is not defined',
    'every handler calls the service and waits for it': 'PostsService is not defined',
    'GET /posts lists the newest post first': 'PostsService is not defined',
    'Log is injected into PostsService': 'PostsService is not defined',
    'POST /posts writes a log entry with the id': 'PostsService is not defined',
    'the blog starts with a first post': 'PostsService is not defined',
    'the first post is created in onStart': 'PostsService is not defined',
    'AdminModule imports PostsModule, which exports PostsService': 'PostsService is not defined',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'PostsService is not defined',
    'GET /admin/drafts lists the drafts that POST /posts created': 'PostsService is not defined',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'PostsService is not defined',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'PostsService is not defined',
  },
} satisfies Mistake;
