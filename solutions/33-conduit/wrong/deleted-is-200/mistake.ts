import type { Mistake } from '#check';

export default {
  summary: 'Deleting an article responds with 200 and a message.',
  edits: [
    {
      file: 'articles/articles.controller.ts',
      find: "await this.articles.delete(ctx.param('slug'), callerOf(ctx));",
      replace: "await this.articles.delete(ctx.param('slug'), callerOf(ctx));\n    return { message: 'deleted' };",
    },
  ],
  fails: {
    'a deleted article is gone': 'Expected status 204, got 200',
    'a tag that no article has any more disappears': 'Expected status 204, got 200',
  },
} satisfies Mistake;
