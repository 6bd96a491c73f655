import type { Mistake } from '#check';

export default {
  summary: 'A password may have seven characters.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: '.min(8,',
      replace: '.min(7,',
    },
  ],
  fails: {
    'a password has at least 8 characters': 'Expected status 422, got 201',
  },
} satisfies Mistake;
