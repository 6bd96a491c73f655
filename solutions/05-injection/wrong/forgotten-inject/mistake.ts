import type { Mistake } from '#check';

export default {
  summary: 'The field has no decorator, so nothing fills it.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace: 'private readonly posts!: PostsService;',
    },
  ],
  fails: {
    'PostsService is injected into PostsController': 'A field without the decorator is never filled',
    'posts are created, shown, replaced and deleted as before': '500',
    'a post that does not exist is 404 for GET and 500 for PUT, as before': '500',
    'every handler calls the service and waits for it': 'GET /posts did not call PostsService.list',
    'POST /posts writes a log entry with the id': '500',
    'the blog starts with a first post': '500',
    'GET /admin/drafts lists the drafts that POST /posts created': '500',
    'DELETE /admin/drafts deletes the drafts and nothing else': '500',
    'DELETE /admin/drafts calls discardDrafts and waits for it':
      'the code that should be in create of the service is still',
  },
} satisfies Mistake;
