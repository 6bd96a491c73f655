import type { Mistake } from '#check';

export default {
  summary: 'null is accepted for a username, and changes nothing.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: 'username: username.optional(),',
      replace: 'username: username.nullish().transform((name) => name ?? undefined),',
    },
  ],
  fails: {
    'an invalid username is 422': 'Expected status 422, got 200',
  },
} satisfies Mistake;
