import type { Mistake } from '#check';

export default {
  summary: 'The handler of DELETE returns null, which is a value.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: '    this.#visits = 0;\n  }',
      replace: '    this.#visits = 0;\n    return null;\n  }',
    },
  ],
  fails: {
    'DELETE /visits is 204 without a body': 'the handler returns a value, and the framework sent it: null',
    'DELETE /visits sets the number back to 0': 'the handler returns a value',
  },
} satisfies Mistake;
