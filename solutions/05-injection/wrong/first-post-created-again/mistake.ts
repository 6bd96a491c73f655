import type { Mistake } from '#check';

export default {
  summary: 'list creates the first post again when there is none, so nobody can delete it for good.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'return [...this.#posts.values()].reverse();',
      replace: 'if (this.#posts.size === 0) await this.onStart();\n    return [...this.#posts.values()].reverse();',
    },
  ],
  fails: {
    'the blog starts with a first post': 'creates the first post again when there is none',
  },
} satisfies Mistake;
