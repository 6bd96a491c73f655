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
    'the first post is created in onStart': 'the first post is created elsewhere',
  },
} satisfies Mistake;
