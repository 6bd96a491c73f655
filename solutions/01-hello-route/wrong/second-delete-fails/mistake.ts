import type { Mistake } from '#check';

export default {
  summary: 'A second DELETE in a row is an error.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'resetVisits() {\n',
      replace: "resetVisits() {\n    if (this.#visits === 0) throw new Error('Nothing to reset');\n",
    },
  ],
  fails: {
    'DELETE /visits sets the number back to 0': 'the handler treats a number that is 0 already as an error',
  },
} satisfies Mistake;
