import type { Mistake } from '#check';

export default {
  summary: 'The handler joins the tags into one string.',
  edits: [{ file: 'hello.controller.ts', find: 'return this.#tags;', replace: 'return this.#tags.join();' }],
  fails: {
    'GET /tags returns the array': 'the handler turns the array into a string',
  },
} satisfies Mistake;
