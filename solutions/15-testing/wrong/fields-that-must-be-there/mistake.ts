import type { Mistake } from '#check';

export default {
  summary: 'The test looks for the fields that must be there.',
  edits: [
    {
      file: 'tests/secrets.test.ts',
      find: `assert.deepEqual(Object.keys(user).sort(), ['created_at', 'email', 'id', 'name', 'role']);`,
      replace: `assert.ok(user.id && user.email && user.name && user.role && user.created_at, 'a field is missing');`,
    },
  ],
  fails: {
    'secrets.test.ts finds every bug': 'A field that must not be there',
  },
} satisfies Mistake;
