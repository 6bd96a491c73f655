import type { Mistake } from '#check';

export default {
  summary: 'Only the author may change a post, and the contract has no such rule.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '    const body = await ctx.bind(UpdatePostDTO);\n',
      replace:
        "    const body = await ctx.bind(UpdatePostDTO);\n    const post = await this.posts.find(ctx.param('id'));\n    if (post?.author_id !== ctx.get('user_id')) return ctx.status(403).json({ error: 'Forbidden' });\n",
    },
  ],
  fails: {
    'every user may change and delete every post': 'the contract has no such rule',
    'PUT of a post that does not exist is 500 "record not found"':
      'the program responds with 403 on its own. The contract',
  },
} satisfies Mistake;
