import type { Mistake } from '#check';

export default {
  summary: 'Reading the number changes it.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'return { visits: this.#visits };',
      replace: 'return { visits: ++this.#visits };',
    },
    { file: 'hello.controller.ts', find: '    this.#visits++;\n', replace: '' },
  ],
  fails: {
    'GET /visits returns the number, and reading does not change it': 'the handler of GET /visits changes the field',
    'POST /visits adds one and returns the new number': 'the handler of GET /visits changes the field',
    'DELETE /visits sets the number back to 0': 'or GET changes it',
  },
} satisfies Mistake;
