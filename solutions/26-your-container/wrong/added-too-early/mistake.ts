import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A unit is added before the units it needs.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: '  if (order.includes(unit)) return;\n',
      replace: '  if (order.includes(unit)) return;\n  order.push(unit);\n',
    },
    {
      file: 'framework/graph.ts',
      find: '  }\n  order.push(unit);\n}',
      replace: '  }\n}',
    },
  ],
  fails: {
    'order contains every unit once, after the units it needs':
      'a unit is added to the order before the units it needs',
    'needs holds the fields and the units that they get': 'The units and their needs',
  },
};

export default mistake;
