import type { Mistake } from '#check';

export default {
  summary: 'The test of DELETE looks at the status, and not at whether the post is gone.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  const { status, body } = await blog.get(\`/posts/\${id}\`);
  assert.deepEqual([status, body], [404, { error: 'Post not found' }]);
`,
      replace: '',
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'not at what the request has changed',
  },
} satisfies Mistake;
