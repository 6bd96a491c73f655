import type { Mistake } from '#check';

export default {
  summary: 'Lists are the same for everybody.',
  edits: [
    {
      file: 'articles/articles.controller.ts',
      find: 'this.articles.list(await ctx.bindQuery(ListQuery), viewerOf(ctx))',
      replace: "this.articles.list(await ctx.bindQuery(ListQuery), '')",
    },
  ],
  fails: {
    'a list shows what the caller follows and favorites': 'Expected the author of',
  },
} satisfies Mistake;
