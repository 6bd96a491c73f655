import type { Mistake } from '#check';

export default {
  summary: 'The matrix compares statuses, and not what a request has changed.',
  edits: [
    {
      file: 'tests/authorization.test.ts',
      find: `      assert.deepEqual(await read(blog, author, id), status < 300 ? after : before);
      assert.deepEqual(await read(blog, author, other), before);
`,
      replace: `      void [after, other];
`,
    },
  ],
  fails: {
    'your tests find every hole': 'what it has changed',
  },
} satisfies Mistake;
