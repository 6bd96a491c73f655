import type { Mistake } from '#check';

export default {
  summary: 'Every greeting counts as a visit.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "return { message: 'Hello, reader!' };",
      replace: "this.#visits++;\n    return { message: 'Hello, reader!' };",
    },
  ],
  fails: {
    'GET /visits returns the number, and reading does not change it': 'the handler of GET /hello or GET /tags counts',
  },
} satisfies Mistake;
