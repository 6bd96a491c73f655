import type { Mistake } from '#check';

export default {
  summary: 'AppModule does not import the new module.',
  edits: [
    { file: 'app.module.ts', find: "import { AdminModule } from './admin/admin.module.ts';\n", replace: '' },
    { file: 'app.module.ts', find: '[PostsModule, AdminModule]', replace: '[PostsModule]' },
  ],
  fails: {
    'every handler calls the service and waits for it': 'GET /admin/drafts did not call PostsService.drafts',
    'AdminModule imports PostsModule, which exports PostsService':
      'no module imports it. The modules of the application are: PostsModule, AppModule',
    'AdminController belongs to AdminModule and handles /admin/drafts': 'The application has no AdminController',
    'GET /admin/drafts lists the drafts that POST /posts created': '404',
    'DELETE /admin/drafts deletes the drafts and nothing else': '404',
    'DELETE /admin/drafts calls discardDrafts and waits for it': '404',
  },
} satisfies Mistake;
