import type { Mistake } from '#check';

export default {
  summary: 'A module other than AuthModule declares the middleware.',
  edits: [
    { file: 'auth/auth.module.ts', find: 'exports: [BearerAuth]', replace: 'exports: [TokensService]' },
    { file: 'auth/auth.module.ts', find: 'BcryptPool, BearerAuth, Credentials', replace: 'BcryptPool, Credentials' },
    { file: 'posts/posts.module.ts', find: 'exports: [PostsService]', replace: 'exports: [BearerAuth, PostsService]' },
    {
      file: 'posts/posts.module.ts',
      find: 'declarations: [PostsController',
      replace: 'declarations: [BearerAuth, PostsController',
    },
    {
      file: 'posts/posts.module.ts',
      find: 'import { PostsController',
      replace: "import { BearerAuth } from '../auth/bearer-auth.ts';\nimport { PostsController",
    },
  ],
  fails: {
    'AuthModule declares and exports BearerAuth': 'BearerAuth is declared in PostsModule',
  },
} satisfies Mistake;
