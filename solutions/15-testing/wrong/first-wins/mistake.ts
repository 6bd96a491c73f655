import type { Mistake } from '#check';

export default {
  summary: 'The test expects the first of several concurrent requests to win.',
  edits: [
    {
      file: 'tests/concurrency.test.ts',
      find: `  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200,`,
      replace: `  const statuses = responses.map(({ status }) => status);
  assert.deepEqual(statuses, [200,`,
    },
  ],
  fails: {
    'concurrency.test.ts passes on another correct blog': 'which of several concurrent requests wins',
    'concurrency.test.ts finds every bug': 'which of several concurrent requests wins',
  },
} satisfies Mistake;
