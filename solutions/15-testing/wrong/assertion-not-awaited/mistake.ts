import type { Mistake } from '#check';

export default {
  summary: 'The request and its assertion are not awaited: the test ends before them.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  const { status, body } = await blog.get(\`/posts/\${id}\`);
  assert.deepEqual([status, body], [404, { error: 'Post not found' }]);
`,
      replace: `  blog.get(\`/posts/\${id}\`).then(({ status }) => assert.equal(status, 404));
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': `an \`await\` is missing`,
    'posts.test.ts passes on another correct blog': `an \`await\` is missing`,
    'posts.test.ts finds every bug': `an \`await\` is missing`,
  },
} satisfies Mistake;
