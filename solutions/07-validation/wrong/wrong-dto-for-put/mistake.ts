import type { Mistake } from '#check';

export default {
  summary: 'PUT is bound to the DTO of POST.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `const body = await ctx.bind(UpdatePostDTO);
    return this.posts.update(ctx.param('id'), body);`,
      replace: `const body = await ctx.bind(CreatePostDTO);
    return this.posts.update(ctx.param('id'), { ...body, published: false });`,
    },
  ],
  fails: {
    'PUT replaces the post: absent fields become empty or false':
      'CreatePostDTO refuses this body: content is required',
    'PUT with an invalid body is 400 and changes nothing': `the tag of published does not say \`boolean\``,
  },
} satisfies Mistake;
