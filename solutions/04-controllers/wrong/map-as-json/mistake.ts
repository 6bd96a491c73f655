import type { Mistake } from '#check';

export default {
  summary: 'The map itself is returned, and JSON makes {} of it.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'index() {\n    return [...this.#posts.values()];',
      replace: 'index() {\n    return this.#posts;',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return this.index().filter(',
      replace: 'return [...this.#posts.values()].filter(',
    },
  ],
  fails: {
    'GET /posts answers with a list, empty at first': 'JSON makes {} of it',
    'GET /posts lists what was posted': 'index lists them all',
  },
} satisfies Mistake;
