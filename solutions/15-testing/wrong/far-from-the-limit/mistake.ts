import type { Mistake } from '#check';

export default {
  summary: 'The short password is much too short.',
  edits: [
    {
      file: 'tests/requests.test.ts',
      find: `['a password with seven characters', { ...account, password: '1234567' }]`,
      replace: `['a short password', { ...account, password: '1' }]`,
    },
  ],
  fails: {
    'requests.test.ts finds every bug': 'far from the limits',
  },
} satisfies Mistake;
