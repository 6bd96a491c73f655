import type { Mistake } from '#check';

export default {
  summary: 'The list is in the order in which the posts were made.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: '[...this.#posts.values()].reverse()',
      replace: '[...this.#posts.values()]',
    },
  ],
  fails: { 'GET /posts lists the newest post first': 'list() of the service turns the order around' },
} satisfies Mistake;
