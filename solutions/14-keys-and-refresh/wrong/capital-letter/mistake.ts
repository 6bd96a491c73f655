import type { Mistake } from '#check';

export default {
  summary: 'The error message starts with a capital letter.',
  edits: [{ file: 'auth/tokens.controller.ts', find: "'invalid refresh token'", replace: "'Invalid refresh token'" }],
  fails: {
    'a refresh token works once': 'starts with a lower-case i',
    'an unknown refresh token is 401, and an invalid body is 400': 'starts with a lower-case i',
    'a refresh token whose user no longer exists is 401': 'starts with a lower-case i',
    'a refresh token is valid for seven days': 'starts with a lower-case i',
  },
} satisfies Mistake;
