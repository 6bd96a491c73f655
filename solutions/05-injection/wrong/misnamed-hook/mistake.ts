import type { Mistake } from '#check';

export default {
  summary: 'The hook has a name that nobody calls.',
  edits: [{ file: 'posts/posts.service.ts', find: 'async onStart()', replace: 'async onstart()' }],
  fails: { 'the blog starts with a first post': 'the method has to be called onStart' },
} satisfies Mistake;
