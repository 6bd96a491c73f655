import type { Mistake } from '#check';

export default {
  summary: 'Every registration of the table has an email.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `  ['no email', { ...account, email: undefined }],
`,
      replace: ``,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'but no case without the field',
  },
} satisfies Mistake;
