import type { Mistake } from '#check';

export default {
  summary: 'The handler responds with the message by itself, so nothing is logged.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body).catch(storeFailed);",
      replace:
        "return this.posts.update(ctx.param('id'), body).catch((error) => ctx.status(500).json({ error: error.message }));",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500 "record not found"': 'nothing is logged',
  },
} satisfies Mistake;
