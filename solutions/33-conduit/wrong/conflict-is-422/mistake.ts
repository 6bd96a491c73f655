import type { Mistake } from '#check';

export default {
  summary: 'A name that is taken is 422.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'new Refused(409,',
      replace: 'new Refused(422,',
    },
  ],
  fails: {
    'a username that is taken is 409': 'Expected status 409, got 422',
    'an email that is taken is 409': 'Expected status 409, got 422',
    'if both are taken, both are named': 'Expected status 409, got 422',
  },
} satisfies Mistake;
