import type { Mistake } from '#check';

export default {
  summary: 'The handler responds before the drafts are deleted.',
  edits: [
    {
      file: 'admin/admin.controller.ts',
      find: 'return this.posts.discardDrafts();',
      replace: 'this.posts.discardDrafts();',
    },
  ],
  fails: {
    'DELETE /admin/drafts calls discardDrafts and waits for it':
      'the promise of discardDrafts is neither awaited nor returned',
  },
} satisfies Mistake;
