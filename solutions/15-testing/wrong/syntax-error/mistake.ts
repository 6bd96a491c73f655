import type { Mistake } from '#check';

export default {
  summary: 'A parenthesis is missing.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.deepEqual(body, [draft]);
`,
      replace: `  assert.deepEqual(body, [draft];
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'a syntax error',
    'posts.test.ts passes on another correct blog': 'a syntax error',
    'posts.test.ts finds every bug': 'a syntax error',
  },
} satisfies Mistake;
