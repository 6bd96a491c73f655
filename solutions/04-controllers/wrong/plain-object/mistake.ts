import type { Mistake } from '#check';

export default {
  summary: 'The posts are in a plain object, which inherits keys such as constructor.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: 'readonly #posts = new Map<string, Post>();',
      replace: 'readonly #posts: Record<string, Post> = {};',
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'return [...this.#posts.values()];',
      replace: 'return Object.values(this.#posts);',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "    const post = this.#posts.get(ctx.param('id'));\n    if (post === undefined) return",
      replace: "    const post = this.#posts[ctx.param('id')];\n    if (post === undefined) return",
    },
    {
      file: 'posts/posts.controller.ts',
      find: 'this.#posts.set(post.id, post);',
      replace: 'this.#posts[post.id] = post;',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "    const post = this.#posts.get(ctx.param('id'));\n    if (post === undefined) throw",
      replace: "    const post = this.#posts[ctx.param('id')];\n    if (post === undefined) throw",
    },
    {
      file: 'posts/posts.controller.ts',
      find: "this.#posts.delete(ctx.param('id'));",
      replace: "delete this.#posts[ctx.param('id')];",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'the posts are in a plain object',
  },
} satisfies Mistake;
