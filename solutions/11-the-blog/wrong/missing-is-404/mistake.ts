import type { Mistake } from '#check';

export default {
  summary: 'PUT of a missing post is 404, and the contract has 500.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body).catch(storeFailed);",
      replace:
        "return this.posts.update(ctx.param('id'), body).catch(() => ctx.status(404).json({ error: 'Post not found' }));",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 "record not found"': 'responds with 404 on its own',
  },
} satisfies Mistake;
