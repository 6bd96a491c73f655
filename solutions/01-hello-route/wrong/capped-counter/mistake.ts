import type { Mistake } from '#check';

export default {
  summary: 'The counter stops at ten.',
  edits: [{ file: 'hello.controller.ts', find: 'this.#visits++;', replace: 'if (this.#visits < 10) this.#visits++;' }],
  fails: {
    'POST /visits adds one and returns the new number': 'came at the same time, and not all of them were counted',
  },
} satisfies Mistake;
