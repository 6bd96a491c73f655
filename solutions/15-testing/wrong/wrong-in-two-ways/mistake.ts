import type { Mistake } from '#check';

export default {
  summary: 'The case with another scheme has an invalid token as well, and only the status is compared.',
  edits: [
    { file: 'tests/requests.test.ts', find: `\`Basic \${ada.token}\``, replace: `'Basic nonsense'` },
    {
      file: 'tests/requests.test.ts',
      find: `      [{ authorization: ada.token }, 'Invalid authorization format'],
`,
      replace: '',
    },
    {
      file: 'tests/requests.test.ts',
      find: `[response.status, response.body], [401, { error }], JSON.stringify(headers)`,
      replace: `response.status, 401, error`,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'wrong in two ways at once',
  },
} satisfies Mistake;
