import type { Mistake } from '#check';

export default {
  summary: 'The handler responds before the service has deleted the post.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.delete(ctx.param('id'));",
      replace: "this.posts.delete(ctx.param('id'));",
    },
  ],
  fails: {
    'every handler calls the service and waits for it':
      'DELETE /posts/:id responded before PostsService.delete had finished',
  },
} satisfies Mistake;
