import type { Mistake } from '#check';

export default {
  summary: 'The table is made at every start, and at the second one it is there already.',
  edits: [{ file: 'posts/posts.service.ts', find: 'create table if not exists posts', replace: 'create table posts' }],
  fails: {
    'a second start keeps the table, and what is in it': 'table posts already exists',
    'a new post becomes a row of the table, whatever its text': 'The program crashed before it listened.',
    'GET /posts/:id reads the table, also what was there before the start': 'The program crashed before it listened.',
    'changes and removals reach the table': 'The program crashed before it listened.',
  },
} satisfies Mistake;
