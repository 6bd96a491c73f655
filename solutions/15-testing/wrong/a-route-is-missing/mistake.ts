import type { Mistake } from '#check';

export default {
  summary: 'The table lacks one of the protected routes.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `  ['DELETE', '/posts/:id'],
`,
      replace: '',
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'every protected route',
  },
} satisfies Mistake;
