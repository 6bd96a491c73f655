import type { Mistake } from '#check';

export default {
  summary: 'A test waits for a promise that nothing resolves.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.deepEqual(body, [draft]);
`,
      replace: `  assert.deepEqual(body, [draft]);
  await new Promise(() => {});
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'waits for something that never happens',
    'posts.test.ts passes on another correct blog': 'waits for something that never happens',
    'posts.test.ts finds every bug': 'waits for something that never happens',
  },
} satisfies Mistake;
