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
    'posts.test.ts passes on the blog': 'does not end within 5 seconds',
    'posts.test.ts passes on another correct blog': 'does not end within 5 seconds',
    'posts.test.ts finds every bug': 'does not end within 5 seconds',
  },
} satisfies Mistake;
