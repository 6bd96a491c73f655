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
    'PostsModule declares PostsService': 'only instance fields can be injected',
    'PostsService has six methods': 'only instance fields can be injected',
    'posts are created, shown, replaced and deleted as before': 'only instance fields can be injected',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': 'only instance fields can be injected',
    'PostsService is injected into PostsController': 'only instance fields can be injected',
    'every handler calls the service and waits for it': 'only instance fields can be injected',
    'GET /posts lists the newest post first': 'only instance fields can be injected',
    'Log is injected into PostsService': 'only instance fields can be injected',
    'POST /posts writes a log entry with the id': 'only instance fields can be injected',
    'the blog starts with a first post': 'only instance fields can be injected',
    'the first post is created in onStart': 'only instance fields can be injected',
    'AdminModule imports PostsModule, which exports PostsService': 'only instance fields can be injected',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'only instance fields can be injected',
    'GET /admin/drafts lists the drafts that POST /posts created': 'only instance fields can be injected',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'only instance fields can be injected',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'only instance fields can be injected',
  },
} satisfies Mistake;
