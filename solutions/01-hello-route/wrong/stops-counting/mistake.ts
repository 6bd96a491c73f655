import type { Mistake } from '#check';

export default {
  summary: 'After a DELETE, visits are no longer counted.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;\n\n', replace: '  #visits = 0;\n  #isOpen = true;\n\n' },
    { file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'if (this.#isOpen) this.#visits++;' },
    {
      file: 'hello.controller.ts',
      find: 'resetVisits() {\n',
      replace: 'resetVisits() {\n    this.#isOpen = false;\n',
    },
  ],
  fails: {
    'DELETE /visits sets the number back to 0': 'no longer adds one',
  },
} satisfies Mistake;
