import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'The message of a cycle starts with whatever led into it.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: 'throw cycle(unit, path.slice(start));',
      replace: 'throw cycle(unit, path);',
    },
  ],
  fails: {
    'a cycle is shown whole, and nothing else': 'a message without Manager',
  },
};

export default mistake;
