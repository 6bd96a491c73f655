import type { Mistake } from '#check';

export default {
  summary: 'The handler counts UTF-16 code units instead of characters.',
  edits: [{ file: 'notes.controller.ts', find: '[...body.toString()].length', replace: 'body.toString().length' }],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'characters counts UTF-16 code units',
    'POST /count counts a body that arrives in pieces': 'The count is wrong when the body arrives in pieces.',
  },
} satisfies Mistake;
