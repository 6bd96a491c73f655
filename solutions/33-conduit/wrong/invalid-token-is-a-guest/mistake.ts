import type { Mistake } from '#check';

export default {
  summary: 'A token that is not valid is ignored where none is needed.',
  edits: [
    {
      file: 'users/authentication.ts',
      find: "throw new Refused(401, { token: ['is invalid'] });",
      replace: 'return next();',
    },
  ],
  fails: {
    'a wrong token is refused by GET /api/articles and GET /api/profiles/:username': 'Expected status 401, got 200',
    'a wrong token is refused by GET /api/articles/:slug and its comments': 'Expected status 401, got 200',
  },
} satisfies Mistake;
