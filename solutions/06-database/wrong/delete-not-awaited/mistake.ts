import type { Mistake } from '#check';

export default {
  summary: 'delete responds before the row is deleted.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `await this.db.run\`delete from posts where id`,
      replace: `void this.db.run\`delete from posts where id`,
    },
  ],
  fails: {
    'DELETE removes one row': `still uses the Map, or the \`await\``,
    'DELETE waits for the database': `an \`await\` is missing in delete`,
  },
} satisfies Mistake;
