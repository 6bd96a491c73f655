import type { Mistake } from '#check';

export default {
  summary: 'Only one of the three routes that accept a password is tested.',
  edits: [
    {
      file: 'tests/secrets.test.ts',
      find: `['/auth/login', '/auth/session', '/auth/tokens']`,
      replace: `['/auth/login']`,
    },
  ],
  fails: {
    'secrets.test.ts finds every bug': 'not on every route that accepts a password',
  },
} satisfies Mistake;
