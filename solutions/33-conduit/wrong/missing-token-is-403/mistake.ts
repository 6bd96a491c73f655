import type { Mistake } from '#check';

export default {
  summary: 'A missing token is 403.',
  edits: [
    {
      file: 'users/authentication.ts',
      find: "new Refused(401, { token: ['is missing'] })",
      replace: "new Refused(403, { token: ['is missing'] })",
    },
  ],
  fails: {
    'an error says that it is JSON': 'Expected status 401, got 403',
    'an error maps names to arrays of messages': 'Expected status 401, got 403',
    'GET /api/user needs a token': 'Expected status 401, got 403',
  },
} satisfies Mistake;
