import type { Mistake } from '#check';

export default {
  summary: 'The handler counts what a reader sees as one character, and not code points.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: '[...body.toString()].length',
      replace: '[...new Intl.Segmenter().segment(body.toString())].length',
    },
  ],
  fails: {
    'POST /count counts the bytes and the characters of the body': 'which is three code points',
  },
} satisfies Mistake;
