import type { Mistake } from '#check';

export default {
  summary: 'The tests look at no post but the one in the path.',
  edits: [
    {
      file: 'tests/authorization.test.ts',
      find: `      assert.deepEqual(await read(blog, author, other), before);
`,
      replace: `      void other;
`,
    },
  ],
  fails: {
    'your tests find every hole': 'no test compares another post',
  },
} satisfies Mistake;
