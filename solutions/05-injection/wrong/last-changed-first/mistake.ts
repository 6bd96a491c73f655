import type { Mistake } from '#check';

export default {
  summary: 'list puts the most recently changed post first.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'return [...this.#posts.values()].reverse();',
      replace: 'return [...this.#posts.values()].sort((a, b) => b.updated_at.localeCompare(a.updated_at));',
    },
  ],
  fails: {
    'GET /posts lists the newest post first': 'list puts the most recently changed post first',
  },
} satisfies Mistake;
