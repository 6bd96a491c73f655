import type { Mistake } from '#check';

export default {
  summary: 'The handler converts the object to JSON, and the platform converts the result again.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "return { message: 'Hello, reader!' };",
      replace: "return JSON.stringify({ message: 'Hello, reader!' });",
    },
  ],
  fails: {
    'GET /hello returns the greeting': 'If it calls JSON.stringify, remove that',
  },
} satisfies Mistake;
