import type { Mistake } from '#check';

export default {
  summary: 'The delete has no where, and empties the table.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'await this.db.run`delete from posts where id = ${id}`;',
      replace: 'await this.db.run`delete from posts`;',
    },
  ],
  fails: {
    'changes and removals reach the table': 'T',
    'DELETE removes this post only, and is content when there is none': 'a statement without `where` means every row',
  },
} satisfies Mistake;
