import type { Mistake } from '#check';

export default {
  summary: 'The session is used every hour, but the test does not assert that it works.',
  edits: [
    {
      file: 'tests/time.test.ts',
      find: `    assert.equal((await blog.get('/auth/session', cookie)).status, 200, \`after \${hours} hours\`);
`,
      replace: `    await blog.get('/auth/session', cookie);
`,
    },
  ],
  fails: {
    'time.test.ts finds every bug': 'does not assert that it works',
  },
} satisfies Mistake;
