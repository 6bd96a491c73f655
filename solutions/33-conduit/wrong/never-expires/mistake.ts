import type { Mistake } from '#check';

export default {
  summary: 'Tokens are valid for a year.',
  edits: [
    {
      file: 'users/tokens.service.ts',
      find: 'const lifetime = 24 * 60 * 60;',
      replace: 'const lifetime = 365 * 24 * 60 * 60;',
    },
  ],
  fails: {
    'a token is valid for an hour, and not for longer than seven days': 'Expected status 401, got 200',
  },
} satisfies Mistake;
