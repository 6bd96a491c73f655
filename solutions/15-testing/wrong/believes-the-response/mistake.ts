import type { Mistake } from '#check';

export default {
  summary: 'The test of PUT believes its response, and does not read the post again.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  const { body } = await blog.get(\`/posts/\${id}\`);
  assert.deepEqual([body.title`,
      replace: `  const { body } = changed;
  assert.deepEqual([body.title`,
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'look only at its response',
  },
} satisfies Mistake;
