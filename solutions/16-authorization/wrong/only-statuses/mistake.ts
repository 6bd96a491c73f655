import type { Mistake } from '#check';

export default {
  summary: 'The matrix compares statuses, and not what a request has changed.',
  edits: [
    {
      file: 'tests/authorization.test.ts',
      find: `      await assertState(id, status < 300 ? method : '');
`,
      replace: `      void assertState;
`,
    },
  ],
  fails: {
    'your tests find every hole': 'what it has changed',
  },
} satisfies Mistake;
