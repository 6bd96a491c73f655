import type { Mistake } from '#check';

export default {
  summary: 'Each start makes one more Welcome post.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'updated_at text not null\n    )`;',
      replace:
        "updated_at text not null\n    )`;\n    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });",
    },
  ],
  fails: {
    'the first start makes the table posts, with its six columns and no row': 'onStart still makes the Welcome post',
    'a second start keeps the table, and what is in it': 'onStart still makes the Welcome post',
  },
} satisfies Mistake;
