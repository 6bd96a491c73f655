import type { Mistake } from '#check';

export default {
  summary: 'The file ends the process when a test is done.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.deepEqual(body, [draft]);
`,
      replace: `  assert.deepEqual(body, [draft]);
  process.exit(0);
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'A test calls process.exit()',
    'posts.test.ts passes on another correct blog': 'A test calls process.exit()',
    'posts.test.ts finds every bug': 'A test calls process.exit()',
  },
} satisfies Mistake;
