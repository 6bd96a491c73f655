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
    'PUT /posts/:id without a field sets it to its default': 'update keeps the old value of published',
    'GET /admin/drafts responds with the posts that are not published':
      'drafts looks at something other than published, such as the',
  },
} satisfies Mistake;
