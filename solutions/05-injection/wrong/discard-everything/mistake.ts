import type { Mistake } from '#check';

export default {
  summary: 'Every post is deleted, not only the drafts.',
  edits: [{ file: 'posts/posts.service.ts', find: 'of await this.drafts())', replace: 'of await this.list())' }],
  fails: {
    'DELETE /admin/drafts deletes the drafts and nothing else': 'discardDrafts deletes published posts, too',
  },
} satisfies Mistake;
