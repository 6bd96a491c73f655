import type { Mistake } from '#check';

export default {
  summary: 'AppModule imports AdminModule in place of PostsModule.',
  edits: [
    { file: 'app.module.ts', find: 'imports: [PostsModule, AdminModule]', replace: 'imports: [AdminModule]' },
    { file: 'app.module.ts', find: "import { PostsModule } from './posts/posts.module.ts';\n", replace: '' },
  ],
  fails: {
    'AdminModule imports PostsModule, which exports PostsService': 'AppModule does not import PostsModule',
  },
} satisfies Mistake;
