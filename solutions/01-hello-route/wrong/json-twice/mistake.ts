import type { Mistake } from '#check';

export default {
  summary: 'The handler writes the JSON itself, and the platform writes it once more.',
  edits: [
    {
      file: 'hello.controller.ts',
      find: "return { message: 'Hello, reader!' };",
      replace: "return JSON.stringify({ message: 'Hello, reader!' });",
    },
  ],
  fails: { 'GET /hello answers with the greeting': 'no JSON.stringify' },
} satisfies Mistake;
