import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A module sees what the imports of its imports export.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: '    const owner = module?.imports.find((imported) => imported.exports.includes(token));\n    if (owner !== undefined) return this.find(token, owner);',
      replace:
        '    for (const imported of module?.imports ?? []) {\n      if (imported.exports.includes(token)) return this.find(token, imported);\n      const found = this.find(token, imported);\n      if (found !== undefined && found.module !== imported) return found;\n    }',
    },
  ],
  fails: {
    'a class of another module is visible only if an import exports it': 'searches the imports of imports',
  },
};

export default mistake;
