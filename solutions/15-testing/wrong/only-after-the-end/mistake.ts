import type { Mistake } from '#check';

export default {
  summary: 'The refresh token is only used after its end.',
  edits: [
    {
      file: 'tests/time.test.ts',
      find: `  assert.equal((await blog.post('/auth/refresh', { refresh_token: first.refresh_token })).status, 200);
`,
      replace: `  assert.ok(first);
`,
    },
    {
      file: 'tests/time.test.ts',
      find: `  for (let days = 6; days < 30; days += 6) {
    clock.advance(6 * day);`,
      replace: `  for (let days = 0; days < 30; days += 1) {
    clock.advance(day - 1000);`,
    },
    { file: 'tests/time.test.ts', find: '  clock.advance(6 * day + 1000);', replace: '  clock.advance(day);' },
  ],
  fails: {
    'time.test.ts finds every bug': 'ends too early',
  },
} satisfies Mistake;
