import type { Mistake } from '#check';

export default {
  summary: 'update looks for the post before it reads the body.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) throw new Error('record not found');
`,
      replace: `    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) throw new Error('record not found');
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
`,
    },
  ],
  fails: {
    'DELETE /posts/:id removes the post': 'update looks for the post before it reads the body',
  },
} satisfies Mistake;
