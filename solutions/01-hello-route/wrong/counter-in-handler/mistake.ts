import type { Mistake } from '#check';

export default {
  summary: 'The counter is a local variable, created again for every request.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'this.#visits++;\n    return this.visits();',
      replace: 'let visits = 0;\n    visits++;\n    return { visits };',
    },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'the handler counts in a local variable',
  },
} satisfies Mistake;
