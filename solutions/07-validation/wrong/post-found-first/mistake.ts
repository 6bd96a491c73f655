import type { Mistake } from '#check';

export default {
  summary: 'PUT looks for the post before it binds the body, so an invalid body for an unknown post is a 500.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '    const body = await ctx.bind(UpdatePostDTO);',
      replace: `    const old = await this.posts.find(ctx.param('id'));
    if (old === undefined) throw new Error('record not found');
    const body = await ctx.bind(UpdatePostDTO);`,
    },
  ],
  fails: {
    'PUT with an invalid body is 400': 'your code threw: record not found. The terminal of npm run',
  },
} satisfies Mistake;
