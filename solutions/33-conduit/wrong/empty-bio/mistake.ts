import type { Mistake } from '#check';

export default {
  summary: 'An empty bio is an empty string.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: "(value === '' ? null : value)",
      replace: '(value)',
    },
  ],
  fails: {
    'bio and image can be removed': 'Expected status 200, got 422',
  },
} satisfies Mistake;
