import type { Mistake } from '#check';

export default {
  summary: 'The delete has no where, and empties the table.',
  edits: [
    { file: 'posts/posts.service.ts', find: `delete from posts where id = \${id}`, replace: 'delete from posts' },
  ],
  fails: {
    'changes and removals reach the table': 'a statement without `where` means every row',
    'DELETE removes this post only, and is content when there is none': 'a statement without `where` means every row',
  },
} satisfies Mistake;
