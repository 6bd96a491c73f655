import type { Mistake } from '#check';

export default {
  summary: 'The handler counts one particular emoji as one character, and all others as two.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '[...body.toString()].length',
      replace: "body.toString().replaceAll('🌻', '*').length",
    },
  ],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'counts UTF-16 code units',
    'POST /count counts a body that arrives in pieces': 'The count is wrong',
  },
} satisfies Mistake;
