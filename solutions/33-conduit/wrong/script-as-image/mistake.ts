import type { Mistake } from '#check';

export default {
  summary: 'Every URL is allowed as an image.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: '/^https?:\\/\\//i.test(value) && URL.canParse(value)',
      replace: 'URL.canParse(value)',
    },
  ],
  fails: {
    'an invalid image is 422': 'Expected status 422, got 200',
  },
} satisfies Mistake;
