import type { Mistake } from '#check';

export default {
  summary: 'Only the author may change a post, and the contract says otherwise.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '    const body = await ctx.bind(UpdatePostDTO);\n',
      replace:
        "    const body = await ctx.bind(UpdatePostDTO);\n    const post = await this.posts.find(ctx.param('id'));\n    if (post?.author_id !== ctx.get('user_id')) return ctx.status(403).json({ error: 'Forbidden' });\n",
    },
  ],
  fails: {
    'whoever has a token may change and delete any post': 'The contract knows no owner',
    'PUT of a post that does not exist is 500 with the words "record not found"': '403',
    'whatever the store says on create, update and delete, the client hears': '403',
    'the whole tour, from the registration to the last delete': '403',
  },
} satisfies Mistake;
