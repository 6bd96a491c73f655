import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'The dependencies are stored under a string, and the built-in services are not connected.',
  edits: [
    {
      file: 'framework/inject.ts',
      find: "const dependencies = Symbol('dependencies');",
      replace: "const dependencies = 'dependencies';",
    },
    {
      file: 'framework/graph.ts',
      find: 'for (const unit of [...this.#units, ...this.#builtins]) this.#connect(unit);',
      replace: 'for (const unit of this.#units) this.#connect(unit);',
    },
  ],
  fails: {
    'the injected fields of a class and their tokens are known, in order': 'stored under a string',
    'each field gets what its token stands for, and nothing else is built': 'built-in services are not connected',
  },
};

export default mistake;
