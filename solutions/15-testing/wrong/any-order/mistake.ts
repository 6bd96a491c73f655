import type { Mistake } from '#check';

export default {
  summary: 'The list of posts is compared without its order.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.deepEqual(posts, [
    ['Bread', 'Bob'],
    ['Soup', 'Ada'],
  ]);
`,
      replace: `  assert.deepEqual(posts.sort(), [
    ['Bread', 'Bob'],
    ['Soup', 'Ada'],
  ]);
`,
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'without their order',
  },
} satisfies Mistake;
