import type { Mistake } from '#check';

export default {
  summary: 'The handler splits a string into the tags for every request, and nobody reads the field.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: 'return this.#tags;',
      replace: "return 'cooking gardening travel'.split(' ');",
    },
    { file: 'hello.controller.ts', find: "['cooking', 'gardening', 'travel']", replace: "['unused']" },
  ],
  fails: {
    'GET /tags returns the array': 'no method reads such a field',
  },
} satisfies Mistake;
