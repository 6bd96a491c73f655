import type { Mistake } from '#check';

export default {
  summary: 'index returns the iterator of the Map, which becomes {} in JSON.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'index() {\n    return [...this.#posts.values()];',
      replace: 'index() {\n    return this.#posts.values();',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return this.index().filter(',
      replace: 'return [...this.index()].filter(',
    },
  ],
  fails: {
    'GET /posts responds with an array, empty at first': 'Spread the values into an array',
    'GET /posts lists the posts that were created': 'index does not return the whole posts',
  },
} satisfies Mistake;
