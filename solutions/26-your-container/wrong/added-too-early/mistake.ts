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
    'everything is planned once, after what it needs': 'a unit is added to the order before the units it needs',
    'each field gets what its token stands for, and nothing else is built': 'What is built, and what',
  },
};

export default mistake;
