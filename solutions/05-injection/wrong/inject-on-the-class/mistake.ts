import type { Mistake } from '#check';

export default {
  summary: 'The decorator is written before the class instead of the field.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'export class PostsController',
      replace: '@(inject(PostsService) as any)\nexport class PostsController',
    },
    {
      file: 'posts/posts.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace: 'private readonly posts!: PostsService;',
    },
  ],
  fails: {
    'PostsModule declares PostsService': 'inject',
    'PostsService has six methods': 'inject',
    'posts are created, shown, replaced and deleted as before': 'inject',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'inject',
    'PostsService is injected into PostsController': 'inject',
    'every handler calls the service and waits for it': 'inject',
    'GET /posts lists the newest post first': 'inject',
    'Log is injected into PostsService': 'inject',
    'POST /posts writes a log entry with the id': 'inject',
    'the blog starts with a first post': 'inject',
    'the first post is created in onStart': 'inject',
    'AdminModule imports PostsModule, which exports PostsService': 'inject',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'inject',
    'GET /admin/drafts lists the drafts that POST /posts created': 'inject',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'inject',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'inject',
  },
} satisfies Mistake;
