import type { Mistake } from '#check';

export default {
  summary: 'Routes that require a user let guests in.',
  edits: [
    {
      file: 'users/authentication.ts',
      find: "throw new Refused(401, { token: ['is missing'] });",
      replace: 'return next();',
    },
  ],
  fails: {
    'an error says that it is JSON': 'Expected status 401, got 500',
    'an error maps names to arrays of messages': 'Expected status 401, got 500',
    'GET /api/user needs a token': 'Expected status 401, got 500',
  },
} satisfies Mistake;
