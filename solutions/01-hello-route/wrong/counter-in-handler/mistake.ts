import type { Mistake } from '#check';

export default {
  summary: 'The counter is a variable of the handler, and starts anew with each request.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'this.#visits++;\n    return this.visits();',
      replace: 'let visits = 0;\n    visits++;\n    return { visits };',
    },
  ],
  fails: { 'POST /visits counts': 'the number lives in a field of the class' },
} satisfies Mistake;
