import type { Mistake } from '#check';

export default {
  summary: 'create of the service spreads its argument, and the handler passes the whole body.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '    const { title, content } = JSON.parse(String(await ctx.request.body()));\n    return ctx.status(201).json(await this.posts.create({ title, content }));',
      replace:
        '    const body = JSON.parse(String(await ctx.request.body()));\n    return ctx.status(201).json(await this.posts.create(body));',
    },
    {
      file: 'posts/posts.service.ts',
      find: "async create({ title, content }: Pick<Post, 'title' | 'content'>)",
      replace: "async create(input: Pick<Post, 'title' | 'content'>)",
    },
    {
      file: 'posts/posts.service.ts',
      find: '{ id: randomUUID(), title, content, published: false,',
      replace: '{ ...input, id: randomUUID(), published: false,',
    },
  ],
  fails: {
    'posts are created, shown, replaced and deleted as before': 'the whole body reaches the post in create',
  },
} satisfies Mistake;
