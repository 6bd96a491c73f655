import type { Mistake } from '#check';

export default {
  summary: 'Nobody looks at the list of keys as another user.',
  edits: [
    {
      file: 'tests/secrets.test.ts',
      find: `  assert.deepEqual((await blog.get('/auth/api-keys', bearer(bob.token))).body, []);
`,
      replace: ``,
    },
  ],
  fails: {
    'secrets.test.ts finds every bug': 'as another user',
  },
} satisfies Mistake;
