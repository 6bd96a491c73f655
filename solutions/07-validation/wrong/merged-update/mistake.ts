import type { Mistake } from '#check';

export default {
  summary: 'What the update leaves out stays as it was.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), body);",
      replace:
        "const old = await this.posts.find(ctx.param('id'));\n    return this.posts.update(ctx.param('id'), { ...body, title: body.title || old!.title, content: body.content || old!.content });",
    },
  ],
  fails: {
    'PUT replaces: what is absent becomes empty, or false': 'what is absent has its zero value',
  },
} satisfies Mistake;
