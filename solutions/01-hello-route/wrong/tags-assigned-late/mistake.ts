import type { Mistake } from '#check';

export default {
  summary: 'The field is empty until the handler fills it, again for every request.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "readonly #tags = ['cooking', 'gardening', 'travel'];",
      replace: '#tags: string[] = [];',
    },
    {
      file: 'hello.controller.ts',
      find: 'return this.#tags;',
      replace: "this.#tags = ['cooking', 'gardening', 'travel'];\n    return this.#tags;",
    },
  ],
  fails: {
    'GET /tags returns the array': 'the handler creates the array',
  },
} satisfies Mistake;
