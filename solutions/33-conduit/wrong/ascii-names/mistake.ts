import type { Mistake } from '#check';

export default {
  summary: 'A username consists of letters and digits only.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: '/^[^/\\p{Cc}]*$/u',
      replace: '/^[\\w-]*$/u',
    },
  ],
  fails: {
    'a username may contain blanks, dots and other scripts': 'Expected status 201, got 422',
  },
} satisfies Mistake;
