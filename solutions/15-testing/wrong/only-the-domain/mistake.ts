import type { Mistake } from '#check';

export default {
  summary: 'Upper case is only tried in the domain of the email.',
  edits: [{ file: 'tests/requests.test.ts', find: `'ADA@Example.com'`, replace: `'ada@EXAMPLE.com'` }],
  fails: {
    'requests.test.ts finds every bug': 'the name before the',
  },
} satisfies Mistake;
