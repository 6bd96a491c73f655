import type { Mistake } from '#check';

export default {
  summary: 'No case of the table leaves out a required field.',
  edits: [
    { file: 'tests/requests.test.ts', find: `  ['no name', { ...account, name: '' }],\n`, replace: '' },
    { file: 'tests/requests.test.ts', find: `  ['no email', { ...account, email: undefined }],\n`, replace: '' },
  ],
  fails: {
    'requests.test.ts finds every bug': 'Leave out one field per case',
  },
} satisfies Mistake;
