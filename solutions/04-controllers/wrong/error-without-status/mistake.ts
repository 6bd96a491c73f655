import type { Mistake } from '#check';

export default {
  summary: 'show returns the error as a plain object, which is sent with status 500.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return ctx.status(404).json({ error: 'Post not found' });",
      replace: "return { error: 'Post not found' };",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'show returns { error: … } itself',
    'DELETE /posts/:id removes the post': '500',
  },
} satisfies Mistake;
