import type { Mistake } from '#check';

export default {
  summary: 'The controller makes a service of its own, and no module declares one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace: 'private readonly posts = new PostsService();',
    },
    { file: 'posts/posts.module.ts', find: '  exports: [PostsService],\n', replace: '' },
    {
      file: 'posts/posts.module.ts',
      find: 'declarations: [PostsController, PostsService]',
      replace: 'declarations: [PostsController]',
    },
    { file: 'posts/posts.service.ts', find: "    this.log.info('post created', { id: post.id });\n", replace: '' },
    { file: 'app.module.ts', find: 'imports: [PostsModule, AdminModule]', replace: 'imports: [PostsModule]' },
  ],
  fails: {
    'PostsModule declares PostsService': 'PostsService is missing in the declarations',
    'PostsService has six methods': 'the application has no PostsService',
    'PostsService is injected into PostsController': 'PostsService is not injected into PostsController',
    'every handler calls the service and waits for it': 'or a service was made with `new`',
    'Log is injected into PostsService': 'The application has no PostsService',
    'POST /posts writes a log entry with the id': 'writes no log entry',
    'the blog starts with a first post': 'PostsService has no method onStart',
    'the first post is created in onStart': 'PostsService has no method onStart',
    'AdminModule imports PostsModule, which exports PostsService': 'no module called AdminModule',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'The application has no AdminController',
    'GET /admin/drafts lists the drafts that POST /posts created': '404',
    'DELETE /admin/drafts deletes the drafts and nothing else': '404',
    'DELETE /admin/drafts calls discardDrafts and waits for it': '404',
  },
} satisfies Mistake;
