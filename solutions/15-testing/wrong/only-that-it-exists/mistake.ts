import type { Mistake } from '#check';

export default {
  summary: 'After a refused request, the test looks at whether the post still exists, and not at its content.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `    assert.deepEqual((await blog.get('/my-posts', bearer(ada.token))).body, [post]);
`,
      replace: `    assert.equal((await blog.get(\`/posts/\${post.id}\`)).status, 200);
`,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'not at what is in it',
  },
} satisfies Mistake;
