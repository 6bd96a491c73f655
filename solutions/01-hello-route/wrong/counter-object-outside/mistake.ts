import type { Mistake } from '#check';

export default {
  summary: 'The number of visits is in an object outside the class.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;\n', replace: '' },
    { file: 'hello.controller.ts', find: '/** Lists its', replace: 'const state = { visits: 0 };\n\n/** Lists its' },
    {
      file: 'hello.controller.ts',
      find: 'return { visits: this.#visits };',
      replace: 'return { visits: state.visits };',
    },
    { file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'state.visits++;' },
    { file: 'hello.controller.ts', find: 'this.#visits = 0;', replace: 'state.visits = 0;' },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'a variable outside the class contains the number',
  },
} satisfies Mistake;
