import type { Mistake } from '#check';

export default {
  summary: 'onStart still creates the Welcome post, at every start.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: `updated_at text not null
    )\`;`,
      replace: `updated_at text not null
    )\`;
    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });`,
    },
  ],
  fails: {
    'the first start creates the table posts, with six columns and no row': 'onStart still creates the Welcome post',
    'a second start keeps the table and its rows': 'onStart still creates the Welcome post',
  },
} satisfies Mistake;
