import type { Mistake } from '#check';

export default {
  summary: 'The id of a comment is read with parseInt.',
  edits: [
    {
      file: 'comments/comments.controller.ts',
      find: "/^\\d{1,15}$/.test(ctx.param('id')) ? Number(ctx.param('id')) : 0",
      replace: "Number.parseInt(ctx.param('id'), 10)",
    },
  ],
  fails: {
    'the comment abc is 404': 'Expected status 404, got 500',
  },
} satisfies Mistake;
