import type { Mistake } from '#check';

export default {
  summary: 'GET and POST use two different fields.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: '  #visits = 0;\n\n  routes',
      replace: '  #visits = 0;\n  #posted = 0;\n\n  routes',
    },
    {
      file: 'hello.controller.ts',
      find: 'this.#visits++;\n    return this.visits();',
      replace: 'return { visits: ++this.#posted };',
    },
  ],
  fails: {
    'POST /visits adds one and returns the new number': 'does not return the field that POST /visits changes',
    'DELETE /visits sets the number back to 0': 'counts in one variable',
  },
} satisfies Mistake;
