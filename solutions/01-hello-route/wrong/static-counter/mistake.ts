import type { Mistake } from '#check';

export default {
  summary: 'The number of visits is in a static field, which all instances of the class share.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;', replace: '  static #visits = 0;' },
    {
      file: 'hello.controller.ts',
      find: 'return { visits: this.#visits };',
      replace: 'return { visits: HelloController.#visits };',
    },
    { file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'HelloController.#visits++;' },
    { file: 'hello.controller.ts', find: 'this.#visits = 0;', replace: 'HelloController.#visits = 0;' },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'the field is static',
  },
} satisfies Mistake;
