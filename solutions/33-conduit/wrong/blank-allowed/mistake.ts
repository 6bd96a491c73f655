import type { Mistake } from '#check';

export default {
  summary: 'A string of blanks counts as one that says something.',
  edits: [
    {
      file: 'http/body.ts',
      find: "value.trim() !== ''",
      replace: "value !== ''",
    },
  ],
  fails: {
    'all invalid fields are named': 'Expected errors under "body", "description", "title", got "description',
    'a registration with a blank username is 422': 'Expected status 422, got 201',
    'a registration with a blank password is 422': 'Expected status 422, got 201',
  },
} satisfies Mistake;
