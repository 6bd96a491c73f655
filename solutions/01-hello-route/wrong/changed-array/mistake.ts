import type { Mistake } from '#check';

export default {
  summary: 'The handler reverses the array itself, so every second response is in the wrong order.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "['cooking', 'gardening', 'travel']",
      replace: "['travel', 'gardening', 'cooking']",
    },
    { file: 'hello.controller.ts', find: 'return this.#tags;', replace: 'return this.#tags.reverse();' },
  ],
  fails: {
    'GET /tags returns the array': 'the handler changes the array',
  },
} satisfies Mistake;
