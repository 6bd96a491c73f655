import type { Mistake } from '#check';

export default {
  summary: 'The requests and their assertions are not awaited: the test ends before them.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.equal((await blog.get(\`/posts/\${id}\`)).status, 404);
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
