import type { Mistake } from '#check';

export default {
  summary: 'The refresh token is only used after its end.',
  edits: [
    {
      file: 'tests/time.test.ts',
      find: `  assert.equal((await blog.post('/auth/refresh', { refresh_token: first })).status, 200);
`,
      replace: `  assert.ok(first);
`,
    },
  ],
  fails: {
    'time.test.ts finds every bug': 'ends too early',
  },
} satisfies Mistake;
