import type { Mistake } from '#check';

export default {
  summary: 'The list takes every row.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `select * from posts where published = \${true} order by`,
      replace: 'select * from posts order by',
    },
  ],
  fails: {
    'GET /posts lists what is published, and nothing else': 'It needs a `where`',
    'PUT without published takes a post out of the list again': 'it is a draft again',
  },
} satisfies Mistake;
