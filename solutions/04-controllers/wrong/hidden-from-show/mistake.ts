import type { Mistake } from '#check';

export default {
  summary: 'delete hides the post from show and leaves it in the list.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '  routes(): Route[] {',
      replace: '  readonly #deleted = new Set<string>();\n\n  routes(): Route[] {',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'if (post === undefined) return ctx',
      replace: 'if (post === undefined || this.#deleted.has(post.id)) return ctx',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: "this.#deleted.add(ctx.param('id'));",
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': 'delete only hides the post from show',
  },
} satisfies Mistake;
