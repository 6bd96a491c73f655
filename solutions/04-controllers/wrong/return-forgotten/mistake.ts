import type { Mistake } from '#check';

export default {
  summary: 'show records the 404 and continues.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });\n    return post;",
      replace:
        "    if (post === undefined) ctx.status(404).json({ error: 'Post not found' });\n    return { ...post!, title: post!.title };",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'a `return` is missing before ctx.status(404).json(…)',
    'DELETE /posts/:id removes the post': '500',
  },
} satisfies Mistake;
