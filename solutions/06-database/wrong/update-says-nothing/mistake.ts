import type { Mistake } from '#check';

export default {
  summary: 'A post that does not exist is changed, and nobody notices.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "if (row === undefined) throw new Error('record not found');\n    return toPost(row);",
      replace: 'return (row && toPost(row)) as Post;',
    },
  ],
  fails: {
    'PUT of a post that does not exist is a 500, and the log says why': 'Without a row, `update` throws',
  },
} satisfies Mistake;
