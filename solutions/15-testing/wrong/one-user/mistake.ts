import type { Mistake } from '#check';

export default {
  summary: 'The list of my posts is tested with one user.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: `  const bob = await register(blog, 'Bob');
  const draft`,
      replace: '  const draft',
    },
    {
      file: 'tests/posts.test.ts',
      find: `  await publish(blog, bob);
`,
      replace: '',
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'no posts by another user',
  },
} satisfies Mistake;
