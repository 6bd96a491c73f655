import type { Mistake } from '#check';

export default {
  summary: 'Every post is thrown away, not only the drafts.',
  edits: [{ file: 'posts/posts.service.ts', find: 'of await this.drafts())', replace: 'of await this.list())' }],
  fails: { 'DELETE /admin/drafts throws the drafts away, and only them': 'a published post was thrown away too' },
} satisfies Mistake;
