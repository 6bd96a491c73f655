import type { Mistake } from '#check';

export default {
  summary: 'DELETE subtracts the two visits of the example instead of setting the number to 0.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'resetVisits() {\n    this.#visits = 0;',
      replace: 'resetVisits() {\n    this.#visits -= 2;',
    },
  ],
  fails: {
    'DELETE /visits sets the number back to 0': 'Either DELETE sets it to something else',
  },
} satisfies Mistake;
