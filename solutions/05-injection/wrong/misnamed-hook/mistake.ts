import type { Mistake } from '#check';

export default {
  summary: 'The framework does not know a hook with this name.',
  edits: [{ file: 'posts/posts.service.ts', find: 'async onStart()', replace: 'async onstart()' }],
  fails: {
    'the blog starts with a first post': 'PostsService has a method called onstart',
    'the first post is created in onStart': 'PostsService has no method onStart',
  },
} satisfies Mistake;
