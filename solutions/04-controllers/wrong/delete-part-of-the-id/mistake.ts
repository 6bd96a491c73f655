import type { Mistake } from '#check';

export default {
  summary: 'delete removes every post whose id starts with the given string.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: `for (const id of this.#posts.keys()) {
      if (id.startsWith(ctx.param('id'))) this.#posts.delete(id);
    }`,
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': 'delete compares only a part of the id',
  },
} satisfies Mistake;
