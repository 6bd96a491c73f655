import type { Mistake } from '#check';

export default {
  summary: 'The log is only read after requests that succeed.',
  edits: [
    {
      file: 'tests/secrets.test.ts',
      find: `  await blog.post('/auth/login', { email, password: typo });
`,
      replace: '',
    },
  ],
  fails: {
    'secrets.test.ts finds every bug': 'no test reads the log',
  },
} satisfies Mistake;
