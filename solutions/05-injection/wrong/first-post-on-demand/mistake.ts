import type { Mistake } from '#check';

export default {
  summary: 'The first post is created by the first request.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "  async onStart(): Promise<void> {\n    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });\n  }\n\n",
      replace: '',
    },
    {
      file: 'posts/posts.service.ts',
      find: '  async list(): Promise<Post[]> {\n',
      replace:
        "  async list(): Promise<Post[]> {\n    if (this.#posts.size === 0) await this.create({ title: 'Welcome', content: 'This blog was planted today.' });\n",
    },
  ],
  fails: {
    'PostsService has six methods': 'an `await` is missing before the call of another method',
    'the blog starts with a first post': 'list, or another method, creates the first post again when',
    'onStart creates the first post, and waits for it': 'PostsService has no method onStart: the first post is created',
  },
} satisfies Mistake;
