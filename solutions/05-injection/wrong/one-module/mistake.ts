import type { Mistake } from '#check';

export default {
  summary: 'PostsModule declares the admin controller, and a second module does not exist.',
  edits: [
    { file: 'app.module.ts', find: "import { AdminModule } from './admin/admin.module.ts';\n", replace: '' },
    { file: 'app.module.ts', find: '[PostsModule, AdminModule]', replace: '[PostsModule]' },
    {
      file: 'posts/posts.module.ts',
      find: 'import { PostsController }',
      replace: "import { AdminController } from '../admin/admin.controller.ts';\nimport { PostsController }",
    },
    {
      file: 'posts/posts.module.ts',
      find: 'declarations: [PostsController',
      replace: 'declarations: [AdminController, PostsController',
    },
  ],
  fails: {
    'AdminModule imports PostsModule, which exports PostsService': 'The application has no module called AdminModule',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'AdminController is declared in PostsModule',
  },
} satisfies Mistake;
