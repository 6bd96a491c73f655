import type { Mistake } from '#check';

export default {
  summary: 'update does not notice that there is no such post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `if (row === undefined) throw new Error('record not found');
    return toPost(row);`,
      replace: 'return (row && toPost(row)) as Post;',
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log': 'update does not throw if no row came back',
  },
} satisfies Mistake;
