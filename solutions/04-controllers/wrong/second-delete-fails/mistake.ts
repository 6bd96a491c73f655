import type { Mistake } from '#check';

export default {
  summary: 'Deleting a post that is gone is treated as an error.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace:
        "const found = this.#posts.delete(ctx.param('id'));\n    if (!found) return ctx.status(404).json({ error: 'Post not found' });",
    },
  ],
  fails: {
    'DELETE /posts/:id can be repeated': 'delete treats a missing post as an error',
  },
} satisfies Mistake;
