import type { Mistake } from '#check';

export default {
  summary: 'The admin routes stay in PostsController, in one module.',
  edits: [
    { file: 'app.module.ts', find: "import { AdminModule } from './admin/admin.module.ts';\n", replace: '' },
    { file: 'app.module.ts', find: '[PostsModule, AdminModule]', replace: '[PostsModule]' },
    {
      file: 'posts/posts.controller.ts',
      find: "return resource('/posts', this);",
      replace:
        "return [\n      ...resource('/posts', this),\n      {\n        path: '/admin',\n        children: [\n          { method: 'GET', path: '/drafts', handler: () => this.posts.drafts() },\n          { method: 'DELETE', path: '/drafts', handler: () => this.posts.discardDrafts() },\n        ],\n      },\n    ];",
    },
  ],
  fails: {
    'AdminModule imports PostsModule, which exports PostsService': 'The application has no module called AdminModule',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'The application has no AdminController',
  },
} satisfies Mistake;
