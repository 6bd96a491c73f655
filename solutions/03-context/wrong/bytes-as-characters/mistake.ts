import type { Mistake } from '#check';

export default {
  summary: 'The handler counts bytes twice.',
  edits: [{ file: 'notes.controller.ts', find: '[...body.toString()].length', replace: 'body.length' }],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'characters counts bytes',
    'POST /count counts a body that arrives in pieces': 'The count is wrong when the body arrives in pieces.',
  },
} satisfies Mistake;
