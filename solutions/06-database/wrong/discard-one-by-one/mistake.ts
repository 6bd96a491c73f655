import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts deletes the drafts one by one.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`delete from posts where published = \${false}\`;`,
      replace: 'for (const { id } of await this.drafts()) await this.delete(id);',
    },
  ],
  fails: {
    'DELETE /admin/drafts removes the drafts with one statement': 'another request can change the row',
  },
} satisfies Mistake;
