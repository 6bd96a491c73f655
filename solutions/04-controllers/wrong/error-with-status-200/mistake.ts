import type { Mistake } from '#check';

export default {
  summary: 'show sends the error with status 200.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "return ctx.status(404).json({ error: 'Post not found' });",
      replace: "return ctx.json({ error: 'Post not found' });",
    },
  ],
  fails: {
    'a post that does not exist is 404': 'show sends the error without ctx.status(404)',
    'DELETE /posts/:id removes the post': '200',
  },
} satisfies Mistake;
