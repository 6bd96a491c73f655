import type { Mistake } from '#check';

export default {
  summary: 'Every string with an @ is an email.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: '/^[^\\s@]+@[^\\s@]+\\.[^\\s@.]+$/',
      replace: '/@/',
    },
  ],
  fails: {
    'ada@ is not an email': 'Expected status 422, got 201',
    '@example.com is not an email': 'Expected status 422, got 201',
    'ada@example is not an email': 'Expected status 422, got 201',
  },
} satisfies Mistake;
