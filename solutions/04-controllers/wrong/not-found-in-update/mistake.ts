import type { Mistake } from '#check';

export default {
  summary: 'update responds with 404.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "throw new Error('record not found');",
      replace: "return ctx.status(404).json({ error: 'Post not found' });",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log only': 'the contract of this blog says 500',
  },
} satisfies Mistake;
