import type { Mistake } from '#check';

export default {
  summary: 'The field exists, but the handler creates the same array again instead of returning it.',
  edits: [
    { file: 'hello.controller.ts', find: 'return this.#tags;', replace: "return ['cooking', 'gardening', 'travel'];" },
  ],
  fails: {
    'GET /tags returns the array': 'the handler creates the array',
  },
} satisfies Mistake;
