import type { Mistake } from '#check';

export default {
  summary: 'Strings are trimmed before they are stored.',
  edits: [
    {
      file: 'http/body.ts',
      find: ".string({ error: 'must be a string' })",
      replace: ".string({ error: 'must be a string' })\n    .trim()",
    },
  ],
  fails: {
    'blanks at both ends are kept as they are': 'Expected the title "Soup   padded  "',
    'a login does not ignore the case of the password, nor blanks around it': 'Expected status 401, got 200',
  },
} satisfies Mistake;
