import type { Mistake } from '#check';

export default {
  summary: 'The handler creates the array of tags for every request, instead of returning a field.',
  edits: [
    { file: 'hello.controller.ts', find: "  readonly #tags = ['cooking', 'gardening', 'travel'];\n", replace: '' },
    { file: 'hello.controller.ts', find: 'return this.#tags;', replace: "return ['cooking', 'gardening', 'travel'];" },
  ],
  fails: {
    'GET /tags returns the array': 'the handler creates the array',
  },
} satisfies Mistake;
