import type { Mistake } from '#check';

export default {
  summary: 'The field with the tags is public, so any code that has the controller can change them.',
  edits: [
    { file: 'hello.controller.ts', find: 'readonly #tags =', replace: 'readonly names =' },
    { file: 'hello.controller.ts', find: 'return this.#tags;', replace: 'return this.names;' },
  ],
  fails: {
    'GET /tags returns the array': 'the field is public',
  },
} satisfies Mistake;
