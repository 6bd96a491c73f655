import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts calls delete for each draft and does not wait for it.',
  edits: [{ file: 'posts/posts.service.ts', find: 'await this.delete(id);', replace: 'this.delete(id);' }],
  fails: {
    'DELETE /admin/drafts calls discardDrafts and waits for it':
      'the promise of delete is not awaited inside discardDrafts',
  },
} satisfies Mistake;
