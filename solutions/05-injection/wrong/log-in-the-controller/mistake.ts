import type { Mistake } from '#check';

export default {
  summary: 'The controller writes the log entry, and other users of the service do not.',
  edits: [
    { file: 'posts/posts.service.ts', find: "    this.log.info('post created', { id: post.id });\n", replace: '' },
    { file: 'posts/posts.service.ts', find: '  @inject(Log) private readonly log!: Log;\n', replace: '' },
    {
      file: 'posts/posts.controller.ts',
      find: 'import { type Context, type Controller, inject, type Route, resource }',
      replace: 'import { type Context, type Controller, inject, Log, type Route, resource }',
    },
    {
      file: 'posts/posts.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace:
        '@inject(PostsService) private readonly posts!: PostsService;\n  @inject(Log) private readonly log!: Log;',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return ctx.status(201).json(await this.posts.create({ title, content }));',
      replace:
        "const post = await this.posts.create({ title, content });\n    this.log.info('post created', { id: post.id });\n    return ctx.status(201).json(post);",
    },
  ],
  fails: {
    'Log is injected into PostsService': 'Log is not injected into PostsService',
  },
} satisfies Mistake;
