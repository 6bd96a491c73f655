import type { Mistake } from '#check';

export default {
  summary: 'The body is bound, but the handler parses it a second time and passes on what it parsed.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'const body = await ctx.bind(CreatePostDTO);',
      replace: `await ctx.bind(CreatePostDTO);
    const { title, content } = JSON.parse(String(await ctx.request.body()));`,
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'this.posts.create(body)',
      replace: 'this.posts.create({ title, content })',
    },
  ],
  fails: { 'the handler uses what bind returned': 'parses the body itself and uses that' },
} satisfies Mistake;
