import type { Mistake } from '#check';

export default {
  summary: 'A field that the body omits keeps its old value.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'published = false }',
      replace: "published = this.#posts.get(ctx.param('id'))?.published }",
    },
  ],
  fails: {
    'PUT /posts/:id without published makes the post a draft': 'update keeps the old value of published',
  },
} satisfies Mistake;
