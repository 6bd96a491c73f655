import type { Mistake } from '#check';

export default {
  summary: 'Two values of the insert are exchanged.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '${title}, ${content}, ${false}',
      replace: '${content}, ${title}, ${false}',
    },
  ],
  fails: {
    'a new post becomes a row of the table, whatever its text':
      'Compare the order of the columns with that of the values',
    'what POST has answered is what GET answers': 'what comes out of the table is not what went in',
    'GET /admin/drafts lists what is not published, and nothing else': 'T',
    'GET /posts/:id shows a post, published or not': 'T',
  },
} satisfies Mistake;
