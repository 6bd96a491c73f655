import type { Mistake } from '#check';

export default {
  summary: 'The delete has no where and empties the table.',
  edits: [
    { file: 'posts/posts.service.ts', find: `delete from posts where id = \${id}`, replace: 'delete from posts' },
  ],
  fails: {
    'DELETE removes one row': 'your code threw: the statement also deletes a row that the check protects',
  },
} satisfies Mistake;
