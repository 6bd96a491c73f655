import type { Mistake } from '#check';

export default {
  summary: 'Both modules declare the service.',
  edits: [
    {
      file: 'admin/admin.module.ts',
      find: "import { AdminController } from './admin.controller.ts';\n",
      replace:
        "import { PostsService } from '../posts/posts.service.ts';\nimport { AdminController } from './admin.controller.ts';\n",
    },
    {
      file: 'admin/admin.module.ts',
      find: 'declarations: [AdminController]',
      replace: 'declarations: [AdminController, PostsService]',
    },
  ],
  fails: {
    'PostsModule declares PostsService': 'declared in PostsModule and in AdminModule',
    'PostsService has six methods': 'declared in PostsModule and in AdminModule',
    'posts are created, shown, replaced and deleted as before': 'declared in PostsModule and in AdminModule',
    'a post that does not exist is 404 for GET and 500 for PUT, as before':
      'declared in PostsModule and in AdminModule',
    'PostsService is injected into PostsController': 'declared in PostsModule and in AdminModule',
    'every handler calls the service and waits for it': 'declared in PostsModule and in AdminModule',
    'GET /posts lists the newest post first': 'declared in PostsModule and in AdminModule',
    'Log is injected into PostsService': 'declared in PostsModule and in AdminModule',
    'POST /posts writes a log entry with the id': 'declared in PostsModule and in AdminModule',
    'the blog starts with a first post': 'declared in PostsModule and in AdminModule',
    'the first post is created in onStart': 'declared in PostsModule and in AdminModule',
    'AdminModule imports PostsModule, which exports PostsService': 'declared in PostsModule and in AdminModule',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'declared in PostsModule and in AdminModule',
    'GET /admin/drafts lists the drafts that POST /posts created': 'declared in PostsModule and in AdminModule',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'declared in PostsModule and in AdminModule',
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'declared in PostsModule and in AdminModule',
  },
} satisfies Mistake;
