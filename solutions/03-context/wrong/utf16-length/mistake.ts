import type { Mistake } from '#check';

export default {
  summary: 'The characters are counted as JavaScript stores them, and the sunflower takes two places.',
  edits: [{ file: 'notes.controller.ts', find: '[...body.toString()].length', replace: 'body.toString().length' }],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'counts the sunflower twice',
  },
} satisfies Mistake;
