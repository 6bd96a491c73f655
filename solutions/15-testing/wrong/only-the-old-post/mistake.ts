import type { Mistake } from '#check';

export default {
  summary: 'After a refused request, the test looks at the post that was there before, and not for a new one.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `    assert.deepEqual((await blog.get('/my-posts', bearer(ada.token))).body, [post]);
`,
      replace: `    assert.equal((await blog.get(\`/posts/\${post.id}\`)).body.title, post.title);
`,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'Nobody notices a post that has been added',
  },
} satisfies Mistake;
