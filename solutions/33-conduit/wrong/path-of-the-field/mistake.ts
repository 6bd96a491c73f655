import type { Mistake } from '#check';

export default {
  summary: 'An error is named after the path of the field, with its wrapper.',
  edits: [
    {
      file: 'http/errors.ts',
      find: 'const name = nameOf(field);',
      replace: 'const name = field || nameOf(field);',
    },
  ],
  fails: {
    '42 is not a string': 'Expected errors under "username", got "user.username"',
    'true is not a string': 'Expected errors under "username", got "user.username"',
    'null is not a string': 'Expected errors under "username", got "user.username"',
  },
} satisfies Mistake;
