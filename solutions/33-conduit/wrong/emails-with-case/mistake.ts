import type { Mistake } from '#check';

export default {
  summary: 'Emails and usernames that differ in case belong to different users.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'return name.toLowerCase();',
      replace: 'return name;',
    },
  ],
  fails: {
    'a username that is taken is 409': 'Expected status 409, got 201',
    'an email that is taken is 409': 'Expected status 409, got 201',
    'a login ignores the case of the email': 'Expected status 200, got 401',
  },
} satisfies Mistake;
