import type { Mistake } from '#check';

export default {
  summary: 'The framework does not know a hook with this name.',
  edits: [{ file: 'posts/posts.service.ts', find: 'async onStart()', replace: 'async onstart()' }],
  fails: {
    'the blog starts with a first post': 'PostsService has a method called onstart',
    'onStart creates the first post, and waits for it': 'PostsService has no method onStart: the first post is created',
  },
} satisfies Mistake;
