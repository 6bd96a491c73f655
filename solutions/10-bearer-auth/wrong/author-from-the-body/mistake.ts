import type { Mistake } from '#check';

export default {
  summary: 'The author is taken from the body where the body names one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')))",
      replace:
        "ctx.status(201).json(await this.posts.create(body, JSON.parse(String(await ctx.request.body())).author_id ?? ctx.get<string>('user_id')))",
    },
  ],
  fails: {
    'the body cannot say who the author is': 'Who asks, the guard has found out',
  },
} satisfies Mistake;
