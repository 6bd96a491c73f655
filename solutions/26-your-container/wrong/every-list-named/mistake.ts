import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'The message names every list, whatever is wrong.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: '    if (module.imports.includes(owner)) return `${place} does not export it. ${exportIt}.`;\n',
      replace: '',
    },
  ],
  fails: {
    'each message names the list that has to change, and no other': 'nothing about',
  },
};

export default mistake;
