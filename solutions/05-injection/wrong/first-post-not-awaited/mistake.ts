import type { Mistake } from '#check';

export default {
  summary: 'onStart does not wait for create.',
  edits: [{ file: 'posts/posts.service.ts', find: 'await this.create(', replace: 'this.create(' }],
  fails: {
    'onStart creates the first post, and waits for it': 'the promise of create is neither awaited nor returned. The',
  },
} satisfies Mistake;
