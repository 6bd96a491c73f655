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
    'GET /visits answers with a number, and reading does not change it': 'the handler of GET counts too',
    'POST /visits counts': 'GET and POST have to read the same field',
    'DELETE /visits forgets the visits': 'sets the field back to 0',
  },
} satisfies Mistake;
