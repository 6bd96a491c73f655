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
    'dependenciesOf returns the fields and their tokens, in order': 'stored under a string',
    'needs holds the fields and the units that they get': '#builtins are not connected',
  },
};

export default mistake;
