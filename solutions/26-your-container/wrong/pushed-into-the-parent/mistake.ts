import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'The array of the parent class is changed.',
  edits: [
    {
      file: 'framework/inject.ts',
      find: '    const inherited = (context.metadata[dependencies] ?? []) as Dependency[];',
      replace:
        '    context.metadata[dependencies] ??= [];\n    const inherited = context.metadata[dependencies] as Dependency[];',
    },
    {
      file: 'framework/inject.ts',
      find: '    context.metadata[dependencies] = [...inherited, { field, token, fill }];',
      replace: '    inherited.push({ field, token, fill });',
    },
  ],
  fails: {
    'a class inherits the dependencies of its parent, and adds none to it': 'pushes into the array of the parent class',
  },
};

export default mistake;
