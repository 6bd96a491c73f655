import type { Mistake } from '#check';

export default {
  summary: 'PUT keeps the values that the body leaves out.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: `return this.posts.update(ctx.param('id'), body);`,
      replace: `const old = await this.posts.find(ctx.param('id'));
    return this.posts.update(ctx.param('id'), { ...body, title: body.title || old!.title, content: body.content || old!.content });`,
    },
  ],
  fails: {
    'PUT replaces the post: absent fields become empty or false':
      'the handler keeps old values, or replaces the zero values that bind returned',
  },
} satisfies Mistake;
