import type { Mistake } from '#check';

export default {
  summary: 'The requests and their assertions are not awaited: the test ends before them.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  const { status, body } = await blog.get(\`/posts/\${id}\`);
  assert.deepEqual([status, body], [404, { error: 'Post not found' }]);
`,
      replace: `  (async () => {
    for (let times = 0; times < 50; times++) assert.equal((await blog.get(\`/posts/\${id}\`)).status, 404);
  })();
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': `an \`await\` is missing`,
    'posts.test.ts passes on another correct blog': `an \`await\` is missing`,
    'posts.test.ts finds every bug': `an \`await\` is missing`,
  },
} satisfies Mistake;
