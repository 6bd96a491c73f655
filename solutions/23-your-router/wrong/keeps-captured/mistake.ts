import type { Mistake } from '#check';

export default {
  summary: 'A way that led nowhere leaves its values behind.',
  edits: [{ file: 'framework/tree.ts', find: '  if (other === undefined) captured.pop();\n', replace: '' }],
  fails: {
    'a literal that leads nowhere does not hide the parameter next to it': 'still among the captured',
    'random tables of patterns agree with the slow matcher': 'still among',
    'the leftmost literal wins': 'still among',
  },
} satisfies Mistake;
