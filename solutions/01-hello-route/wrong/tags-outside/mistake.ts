import type { Mistake } from '#check';

export default {
  summary: 'The array of tags is a constant of the file, instead of a field of the class.',
  edits: [
    { file: 'hello.controller.ts', find: "  readonly #tags = ['cooking', 'gardening', 'travel'];\n", replace: '' },
    {
      file: 'hello.controller.ts',
      find: '/** Lists its routes',
      replace: "const tags = ['cooking', 'gardening', 'travel'];\n\n/** Lists its routes",
    },
    { file: 'hello.controller.ts', find: 'return this.#tags;', replace: 'return tags;' },
  ],
  fails: {
    'GET /tags returns the array': 'a variable outside the class contains the array',
  },
} satisfies Mistake;
