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
    'PostsModule declares PostsService': '`import type` does not count',
    'PostsService has six methods': '`import type` does not count',
    'PostsService is injected into PostsController': '`import type` does not count',
    'posts are created, shown, replaced and deleted as before': '`import type` does not count',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': '`import type` does not count',
    'every handler calls the service and waits for it': '`import type` does not count',
    'Log is injected into PostsService': '`import type` does not count',
    'POST /posts writes a log entry with the id': '`import type` does not count',
    'the blog starts with a first post': '`import type` does not count',
    'onStart creates the first post, and waits for it': 'the code uses a name that is neither imported nor declared',
    'AdminModule imports PostsModule, which exports PostsService': '`import type` does not count',
    'AdminController belongs to AdminModule and handles /admin/drafts': '`import type` does not count',
    'GET /admin/drafts lists the drafts that POST /posts created': '`import type` does not count',
    'DELETE /admin/drafts deletes the drafts and nothing else': '`import type` does not count',
    'DELETE /admin/drafts calls discardDrafts and waits for it': '`import type` does not count',
  },
} satisfies Mistake;
