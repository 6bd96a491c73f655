import type { Mistake } from '#check';

export default {
  summary: 'The service is injected, but the controller still stores the posts itself.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: '@inject(PostsService) private readonly posts!: PostsService;',
      replace:
        '@inject(PostsService) private readonly posts!: PostsService;\n  readonly #posts = new Map<string, Post>();',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "import { PostsService } from './posts.service.ts';",
      replace:
        "import { randomUUID } from 'node:crypto';\nimport type { Post } from './post.ts';\nimport { PostsService } from './posts.service.ts';",
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return this.posts.list();',
      replace: 'return [...this.#posts.values()].reverse();',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "const post = await this.posts.find(ctx.param('id'));",
      replace: "const post = this.#posts.get(ctx.param('id'));",
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return ctx.status(201).json(await this.posts.create({ title, content }));',
      replace:
        'const now = new Date().toISOString();\n    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };\n    this.#posts.set(post.id, post);\n    return ctx.status(201).json(post);',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.update(ctx.param('id'), { title, content, published });",
      replace:
        "const post = this.#posts.get(ctx.param('id'));\n    if (post === undefined) throw new Error('record not found');\n    return Object.assign(post, { title, content, published, updated_at: new Date().toISOString() });",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "return this.posts.delete(ctx.param('id'));",
      replace: "this.#posts.delete(ctx.param('id'));",
    },
  ],
  fails: {
    'every handler calls the service and waits for it': 'GET /posts did not call PostsService.list',
    'POST /posts writes a log entry with the id': 'writes no log entry',
    'the blog starts with a first post': 'an array of one post',
    'GET /admin/drafts lists the drafts that POST /posts created': 'different services',
    'DELETE /admin/drafts deletes the drafts and nothing else': 'different services',
  },
} satisfies Mistake;
