import type { Mistake } from '#check';

export default {
  summary: 'The number of visits is in a variable outside the class.',
  edits: [
    { file: 'hello.controller.ts', find: '  #visits = 0;\n', replace: '' },
    { file: 'hello.controller.ts', find: '/** Lists its', replace: 'let count = 0;\n\n/** Lists its' },
    { file: 'hello.controller.ts', find: 'return { visits: this.#visits };', replace: 'return { visits: count };' },
    { file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'count++;' },
    { file: 'hello.controller.ts', find: 'this.#visits = 0;', replace: 'count = 0;' },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'a variable outside the class contains the number',
  },
} satisfies Mistake;
