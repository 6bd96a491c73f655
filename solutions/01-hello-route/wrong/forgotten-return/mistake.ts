import type { Mistake } from '#check';

export default {
  summary: 'The handler creates the greeting but does not return it.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "return { message: 'Hello, reader!' };",
      replace: "({ message: 'Hello, reader!' });",
    },
  ],
  fails: {
    'GET /hello returns the greeting': 'Is a `return` missing',
  },
} satisfies Mistake;
