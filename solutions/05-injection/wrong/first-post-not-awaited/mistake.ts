import type { Mistake } from '#check';

export default {
  summary: 'onStart does not wait for create.',
  edits: [{ file: 'posts/posts.service.ts', find: 'await this.create(', replace: 'this.create(' }],
  fails: {
    'the first post is created in onStart': 'the promise of create is neither awaited nor returned',
  },
} satisfies Mistake;
