import type { Mistake } from '#check';

export default {
  summary: 'AppModule imports AdminModule in place of PostsModule.',
  edits: [
    { file: 'app.module.ts', find: 'imports: [PostsModule, AdminModule]', replace: 'imports: [AdminModule]' },
    { file: 'app.module.ts', find: "import { PostsModule } from './posts/posts.module.ts';\n", replace: '' },
  ],
  fails: {
    'AdminModule imports PostsModule, which exports PostsService':
      'a module belongs to the application only because another',
  },
} satisfies Mistake;
