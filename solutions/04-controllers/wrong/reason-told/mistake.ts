import type { Mistake } from '#check';

export default {
  summary: 'The reason of the failure is told to the client, and not to the log.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "throw new Error('record not found');",
      replace: "return ctx.status(500).json({ error: 'record not found' });",
    },
  ],
  fails: {
    'PUT of a post that does not exist is 500, with the reason in the log': 'the client gets to read',
  },
} satisfies Mistake;
