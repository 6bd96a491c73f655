import type { Mistake } from '#check';

export default {
  summary: 'The handler returns an object around the array.',
  edits: [{ file: 'hello.controller.ts', find: 'return this.#tags;', replace: 'return { tags: this.#tags };' }],
  fails: {
    'GET /tags returns the array': 'the handler returns an object around the array',
  },
} satisfies Mistake;
