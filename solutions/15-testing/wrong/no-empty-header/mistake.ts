import type { Mistake } from '#check';

export default {
  summary: 'The table has no empty Authorization header.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `      [{ authorization: '' }, 'Missing authorization header'],
`,
      replace: ``,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'there, but empty',
  },
} satisfies Mistake;
