import type { Mistake } from '#check';

export default {
  summary: 'show finds a post by the first part of its id.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    const post = this.#posts.get(ctx.param('id'));\n    if (post === undefined) return",
      replace:
        "    const post = this.index().find(({ id }) => id.startsWith(ctx.param('id')));\n    if (post === undefined) return",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'show compares only a part of the id',
  },
} satisfies Mistake;
