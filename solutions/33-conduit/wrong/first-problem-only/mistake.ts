import type { Mistake } from '#check';

export default {
  summary: 'Only the first invalid field is reported.',
  edits: [
    {
      file: 'http/errors.ts',
      find: 'of problems) {',
      replace: 'of problems.slice(0, 1)) {',
    },
  ],
  fails: {
    'all invalid fields are named': 'Expected errors under "email", "password", "username", got "username"',
  },
} satisfies Mistake;
