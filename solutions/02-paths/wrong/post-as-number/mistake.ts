import type { Mistake } from '#check';

export default {
  summary: 'The handler converts the post to a number if it looks like one.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "post: ctx.param('post')",
      replace: "post: Number(ctx.param('post')) || ctx.param('post')",
    },
  ],
  fails: {
    'both parameters are strings, decoded exactly once': 'the handler changes the type of "post"',
  },
} satisfies Mistake;
