import type { Mistake } from '#check';

export default {
  summary: 'A column may be null.',
  edits: [{ file: 'posts/posts.service.ts', find: 'content text not null', replace: 'content text' }],
  fails: {
    'the first start makes the table posts, with its six columns and no row': 'The column content may be null.',
    'a second start keeps the table, and what is in it': 'The column content may be null.',
    'a new post becomes a row of the table, whatever its text': 'may be null',
    'GET /posts/:id reads the table, also what was there before the start': 'may be null',
    'changes and removals reach the table': 'may be null',
  },
} satisfies Mistake;
