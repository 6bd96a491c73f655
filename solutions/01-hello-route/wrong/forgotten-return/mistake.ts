import type { Mistake } from '#check';

export default {
  summary: 'The handler makes the greeting, and does not return it.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "return { message: 'Hello, reader!' };",
      replace: "({ message: 'Hello, reader!' });",
    },
  ],
  fails: { 'GET /hello answers with the greeting': 'Is a `return` missing' },
} satisfies Mistake;
