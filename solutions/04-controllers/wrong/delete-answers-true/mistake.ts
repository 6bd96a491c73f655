import type { Mistake } from '#check';

export default {
  summary: 'The handler returns what the map says, and the client reads "true".',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: "return this.#posts.delete(ctx.param('id'));",
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': 'leave the `return` out',
    'DELETE /posts/:id can be repeated': 'leave the `return` out',
  },
} satisfies Mistake;
