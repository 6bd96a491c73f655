import type { Mistake } from '#check';

export default {
  summary: 'If there is a literal, the parameter next to it is never tried.',
  edits: [
    {
      file: 'framework/tree.ts',
      find: 'if (found !== undefined || node.parameter',
      replace: 'if (literal !== undefined || node.parameter',
    },
  ],
  fails: {
    'a literal that leads nowhere does not hide the parameter next to it': 'gives up where a literal',
    'the leftmost literal wins': 'gives up',
    'random tables of patterns agree with the slow matcher': 'gives up',
  },
} satisfies Mistake;
