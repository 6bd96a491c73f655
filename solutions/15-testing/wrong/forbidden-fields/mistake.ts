import type { Mistake } from '#check';

export default {
  summary: 'A user is tested with a list of forbidden fields, which misses a secret under another name.',
  edits: [
    {
      file: 'tests/secrets.test.ts',
      find: `assert.deepEqual(Object.keys(user).sort(), ['created_at', 'email', 'id', 'name', 'role']);`,
      replace: `assert.ok(!('password' in user) && !('password_hash' in user));`,
    },
  ],
  fails: {
    'secrets.test.ts finds every bug': 'A field that must not be there',
  },
} satisfies Mistake;
