import type { Mistake } from '#check';

export default {
  summary: 'The handler of DELETE still returns something.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: '    this.#visits = 0;\n',
      replace: '    this.#visits = 0;\n    return this.visits();\n',
    },
  ],
  fails: {
    'DELETE /visits answers 204 without a body': 'A handler without a `return` has nothing to say',
    'DELETE /visits forgets the visits': 'the handler still returns something',
  },
} satisfies Mistake;
