import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A built-in service wins over what an imported module exports.',
  edits: [
    {
      file: 'framework/graph.ts',
      find: '    const owner = module?.imports.find((imported) => imported.exports.includes(token));',
      replace:
        '    const builtin = this.#builtins.find((unit) => unit.provider.token === token);\n    if (builtin !== undefined) return builtin;\n    const owner = module?.imports.find((imported) => imported.exports.includes(token));',
    },
  ],
  fails: {
    'a module can replace a built-in service': 'before the exports of the imported modules',
  },
};

export default mistake;
