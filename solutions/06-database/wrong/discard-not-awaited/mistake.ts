import type { Mistake } from '#check';

export default {
  summary: 'discardDrafts responds before the rows are deleted.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`delete from posts where published`,
      replace: `void this.db.run\`delete from posts where published`,
    },
  ],
  fails: {
    'DELETE /admin/drafts removes the drafts with one statement': `still uses the Map, or the \`await\``,
    'DELETE waits for the database': `an \`await\` is missing in discardDrafts`,
  },
} satisfies Mistake;
