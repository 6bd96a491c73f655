import type { Mistake } from '#check';

export default {
  summary: 'index returns only the ids.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'index() {\n    return [...this.#posts.values()];',
      replace: 'index() {\n    return [...this.#posts.values()].map(({ id }) => ({ id }));',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return this.index().filter(',
      replace: 'return [...this.#posts.values()].filter(',
    },
  ],
  fails: {
    'GET /posts lists the posts that were created': 'index does not return the whole posts',
  },
} satisfies Mistake;
