import type { Mistake } from '#check';

export default {
  summary: 'onStart adds the first post to the Map without create.',
  edits: [
    {
      file: 'posts/posts.service.ts',
      find: "    await this.create({ title: 'Welcome', content: 'This blog was planted today.' });",
      replace:
        "    const now = new Date().toISOString();\n    const id = randomUUID();\n    const content = 'This blog was planted today.';\n    this.#posts.set(id, { id, title: 'Welcome', content, published: false, created_at: now, updated_at: now });",
    },
  ],
  fails: {
    'the blog starts with a first post': 'onStart adds the post to the Map itself',
    'the first post is created in onStart': 'onStart builds the post itself',
  },
} satisfies Mistake;
