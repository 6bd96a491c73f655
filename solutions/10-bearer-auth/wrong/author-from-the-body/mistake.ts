import type { Mistake } from '#check';

export default {
  summary: 'The author comes from the body, if the body has one.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "await this.posts.create(body, ctx.get<string>('user_id'))",
      replace:
        "await this.posts.create(body, JSON.parse(String(await ctx.request.body())).author_id ?? ctx.get<string>('user_id'))",
    },
  ],
  fails: {
    'an author_id in the body changes nothing': 'where a client can write anything',
  },
} satisfies Mistake;
