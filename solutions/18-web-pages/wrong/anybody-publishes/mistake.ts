import type { Mistake } from '#check';

export default {
  summary: 'Looks whether the post exists, and not whose it is.',
  edits: [
    {
      file: 'pages/writing.controller.ts',
      find: "if (post?.author_id !== ctx.get<string>('user_id'))",
      replace: 'if (post === undefined)',
    },
  ],
  fails: { "nobody publishes another's draft": 'compare the author_id of the post' },
} satisfies Mistake;
