import type { Mistake } from '#check';

export default {
  summary: "The handler returns the result of the Map's own delete.",
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: "return this.#posts.delete(ctx.param('id'));",
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': "the result of the Map's own delete",
    'DELETE /posts/:id can be repeated': "the result of the Map's own delete",
  },
} satisfies Mistake;
