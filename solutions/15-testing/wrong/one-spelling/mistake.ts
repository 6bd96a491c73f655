import type { Mistake } from '#check';

export default {
  summary: 'The email is always written in the same way.',
  edits: [
    { file: 'tests/requests.test.ts', find: `['ada@example.com', 'ADA@Example.com']`, replace: `['ada@example.com']` },
  ],
  fails: {
    'requests.test.ts finds every bug': 'one spelling',
  },
} satisfies Mistake;
