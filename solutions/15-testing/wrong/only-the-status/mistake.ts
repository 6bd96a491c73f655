import type { Mistake } from '#check';

export default {
  summary: 'The test of DELETE looks at the status, and not at whether the post is gone.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  assert.equal((await blog.get(\`/posts/\${id}\`)).status, 404);
`,
      replace: '',
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'not at what the request has changed',
  },
} satisfies Mistake;
