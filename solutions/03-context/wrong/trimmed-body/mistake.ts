import type { Mistake } from '#check';

export default {
  summary: 'The handler trims the body before it counts.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '[...body.toString()].length',
      replace: '[...body.toString().trim()].length',
    },
  ],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'trims the string before it counts',
  },
} satisfies Mistake;
