import type { Mistake } from '#check';

export default {
  summary: 'A value is compared with itself.',
  edits: [
    {
      file: 'tests/posts.test.ts',
      find: 'assert.deepEqual(body, [draft]);',
      replace: `assert.deepEqual(body, body);
  assert.ok(draft);`,
    },
  ],
  fails: {
    'posts.test.ts finds every bug': 'does not compare the whole list',
  },
} satisfies Mistake;
