import type { Mistake } from '#check';

export default {
  summary: 'Tokens are valid for a minute.',
  edits: [
    {
      file: 'users/tokens.service.ts',
      find: 'const lifetime = 24 * 60 * 60;',
      replace: 'const lifetime = 60;',
    },
  ],
  fails: {
    'a token is valid for an hour, and not for longer than seven days': 'Expected status 200, got 401',
  },
} satisfies Mistake;
