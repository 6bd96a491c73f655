import type { Mistake } from '#check';

export default {
  summary: 'The handler passes the whole body to update, which copies it into the post.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));\n    return this.posts.update(ctx.param('id'), { title, content, published });",
      replace:
        "    const body = JSON.parse(String(await ctx.request.body()));\n    return this.posts.update(ctx.param('id'), { published: false, ...body });",
    },
  ],
  fails: {
    'posts are created, shown, replaced and deleted as before': 'the whole body reaches the post in update',
  },
} satisfies Mistake;
