import type { Mistake } from '#check';

export default {
  summary: 'The application does not import the new module, and so its routes do not exist.',
  edits: [
    { file: 'app.module.ts', find: "import { AdminModule } from './admin/admin.module.ts';\n", replace: '' },
    { file: 'app.module.ts', find: '[PostsModule, AdminModule]', replace: '[PostsModule]' },
  ],
  fails: {
    'GET /admin/drafts shows what POST /posts has made': 'AppModule imports AdminModule',
    'DELETE /admin/drafts throws the drafts away, and only them': 'no route matches DELETE /admin/drafts',
  },
} satisfies Mistake;
