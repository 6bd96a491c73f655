import type { Mistake } from '#check';

export default {
  summary: 'delete clears the Map.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: "if (ctx.param('id')) this.#posts.clear();",
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': 'delete removes other posts, too',
  },
} satisfies Mistake;
