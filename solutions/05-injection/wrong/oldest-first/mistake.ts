import type { Mistake } from '#check';

export default {
  summary: 'The list is in the order in which the posts were created.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '[...this.#posts.values()].reverse()',
      replace: '[...this.#posts.values()]',
    },
  ],
  fails: {
    'PostsService has six methods': 'newest first',
  },
} satisfies Mistake;
