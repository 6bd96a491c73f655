import type { Mistake } from '#check';

export default {
  summary: 'delete accepts a repeated request, and refuses an id that never existed.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '  routes(): Route[] {',
      replace: '  readonly #deleted = new Set<string>();\n\n  routes(): Route[] {',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "    this.#posts.delete(ctx.param('id'));",
      replace:
        "    const id = ctx.param('id');\n    if (!this.#posts.delete(id) && !this.#deleted.has(id)) throw new Error('record not found');\n    this.#deleted.add(id);",
    },
  ],
  fails: {
    'DELETE /posts/:id can be repeated': 'a post that never existed',
  },
} satisfies Mistake;
