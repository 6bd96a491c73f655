import type { Mistake } from '#check';

export default {
  summary: 'The columns of the table are in another order.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '      title text not null,\n      content text not null,\n',
      replace: '      content text not null,\n      title text not null,\n',
    },
  ],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'the columns are in another order',
  },
} satisfies Mistake;
