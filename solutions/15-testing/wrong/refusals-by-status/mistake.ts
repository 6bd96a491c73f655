import type { Mistake } from '#check';

export default {
  summary: 'A refused request is believed to have changed nothing, because its status is 401.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `
    assert.equal((await blog.get(\`/posts/\${id}\`)).status, 200);
`,
      replace: '',
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'what the request has changed',
  },
} satisfies Mistake;
