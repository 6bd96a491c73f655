import type { Mistake } from '#check';

export default {
  summary: 'A username may contain a slash.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: '/^[^/\\p{Cc}]*$/u',
      replace: '/^[^\\p{Cc}]*$/u',
    },
  ],
  fails: {
    'a username with a slash is 422': 'Expected status 422, got 201',
    'an invalid username is 422': 'Expected status 422, got 200',
    'unfollowing a user responds with the profile': 'Expected status 200, got 404',
  },
} satisfies Mistake;
