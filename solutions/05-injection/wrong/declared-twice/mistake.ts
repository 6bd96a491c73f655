import type { Mistake } from '#check';

export default {
  summary: 'Both modules declare the service, and each would have its own.',
  edits: [
    {
      file: 'admin/admin.module.ts',
      find: "import { AdminController } from './admin.controller.ts';\n",
      replace:
        "import { AdminController } from './admin.controller.ts';\nimport { PostsService } from '../posts/posts.service.ts';\n",
    },
    {
      file: 'admin/admin.module.ts',
      find: 'declarations: [AdminController]',
      replace: 'declarations: [AdminController, PostsService]',
    },
  ],
  fails: {
    'GET /posts lists the newest post first': 'PostsService is declared in PostsModule and in AdminModule.',
    'posts are made, shown, changed and deleted as before':
      'PostsService is declared in PostsModule and in AdminModule.',
    'a post that does not exist is 404 to GET and 500 to PUT, as before':
      'PostsService is declared in PostsModule and in AdminModule.',
    'POST /posts writes a line with the id to the log': 'PostsService is declared in PostsModule and in AdminModule.',
    'the blog starts with a first post': 'PostsService is declared in PostsModule and in AdminModule.',
    'GET /admin/drafts shows what POST /posts has made': 'PostsService is declared in PostsModule and in AdminModule.',
    'DELETE /admin/drafts throws the drafts away, and only them':
      'PostsService is declared in PostsModule and in AdminModule.',
  },
} satisfies Mistake;
