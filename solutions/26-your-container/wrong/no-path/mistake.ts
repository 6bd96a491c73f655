import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A cycle is not noticed.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: '  if (start >= 0) throw cycle(unit, path.slice(start));',
      replace: '  if (start >= 1_000_000) throw cycle(unit, path.slice(start));',
    },
  ],
  fails: {
    'a cycle is shown whole, and nothing else': 'the search calls itself without end',
  },
};

export default mistake;
