import type { Mistake } from '#check';

export default {
  summary: 'index returns the Map itself, which becomes {} in JSON.',
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
    'GET /posts responds with an array, empty at first': 'index returns the Map or its iterator',
    'GET /posts lists the posts that were created': 'index does not return the whole posts',
  },
} satisfies Mistake;
