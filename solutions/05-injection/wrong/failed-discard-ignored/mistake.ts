import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts waits for every delete, but ignores the ones that fail.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'for (const { id } of await this.drafts()) await this.delete(id);',
      replace: 'await Promise.allSettled((await this.drafts()).map(({ id }) => this.delete(id)));',
    },
  ],
  fails: {
    'DELETE /admin/drafts calls discardDrafts and waits for it': 'PostsService.delete failed, and its error is ignored',
  },
} satisfies Mistake;
