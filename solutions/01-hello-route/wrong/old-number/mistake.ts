import type { Mistake } from '#check';

export default {
  summary: 'The handler returns the number from before it was increased.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'this.#visits++;\n    return this.visits();',
      replace: 'return { visits: this.#visits++ };',
    },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'the handler returns the old number',
    'DELETE /visits sets the number back to 0': 'the handler of POST /visits returns the old number',
  },
} satisfies Mistake;
