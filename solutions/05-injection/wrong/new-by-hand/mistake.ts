import type { Mistake } from '#check';

export default {
  summary: 'The admin controller makes a service of its own, and there are two blogs.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace: 'private readonly posts = new PostsService();',
    },
  ],
  fails: {
    'every handler calls the service and waits for it': 'GET /admin/drafts did not call PostsService.drafts',
    'AdminController belongs to AdminModule and handles /admin/drafts':
      'PostsService is not injected into AdminController',
    'GET /admin/drafts lists the drafts that POST /posts created': 'different services',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'different services',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'did not call PostsService.discardDrafts',
  },
} satisfies Mistake;
