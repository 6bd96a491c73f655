import type { Mistake } from '#check';

export default {
  summary: 'POST /visits only reads the field.',
  edits: [{ file: 'hello.controller.ts', find: '    this.#visits++;\n', replace: '' }],
  fails: {
    'POST /visits adds one and returns the new number': 'the handler of POST /visits does not change the field',
    'DELETE /visits sets the number back to 0': 'or no longer adds one after a DELETE',
  },
} satisfies Mistake;
