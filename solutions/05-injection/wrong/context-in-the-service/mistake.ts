import type { Mistake } from '#check';

export default {
  summary: 'The handler passes its context to the service, which reads the parameter and sends the 404.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: 'async find(id: string): Promise<Post | undefined> {\n    return this.#posts.get(id);',
      replace:
        "async find(ctx: any): Promise<any> {\n    const post = this.#posts.get(ctx.param('id'));\n    return post ?? ctx.status(404).json({ error: 'Post not found' });",
    },
    { file: 'posts/posts.controller.ts', find: "this.posts.find(ctx.param('id'))", replace: 'this.posts.find(ctx)' },
  ],
  fails: {
    'PostsService has six methods': 'an `await` is missing before the call of another method',
    'every handler calls the service and waits for it': 'passes its context to PostsService.find',
  },
} satisfies Mistake;
