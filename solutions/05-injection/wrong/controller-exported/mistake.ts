import type { Mistake } from '#check';

export default {
  summary: 'PostsModule exports its controller, too.',
  edits: [
    {
      file: 'posts/posts.module.ts',
      find: 'exports: [PostsService],',
      replace: 'exports: [PostsController, PostsService],',
    },
  ],
  fails: {
    'AdminModule imports PostsModule, which exports PostsService': 'a class is exported that no other module injects',
  },
} satisfies Mistake;
