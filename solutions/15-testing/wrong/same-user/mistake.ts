import type { Mistake } from '#check';

export default {
  summary: 'The concurrent posts are all written by one user.',
  edits: [{ file: 'tests/concurrency.test.ts', find: `['Ada', 'Bob', 'Cleo'].map(`, replace: `['Ada'].map(` }],
  fails: {
    'concurrency.test.ts finds every bug': 'the same user',
  },
} satisfies Mistake;
