import type { Mistake } from '#check';

export default {
  summary: 'The reason goes to the client and not to the log.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "throw new Error('record not found');",
      replace: "return ctx.status(500).json({ error: 'record not found' });",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log only':
      'update sends the reason to the client',
  },
} satisfies Mistake;
