import type { Mistake } from '#check';

export default {
  summary: 'The handler ignores an error of the service, because a delete may be repeated.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.delete(ctx.param('id'));",
      replace: "return this.posts.delete(ctx.param('id')).catch(() => undefined);",
    },
  ],
  fails: {
    'every handler calls the service and waits for it': 'its error is ignored',
  },
} satisfies Mistake;
