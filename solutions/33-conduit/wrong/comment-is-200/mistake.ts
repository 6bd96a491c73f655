import type { Mistake } from '#check';

export default {
  summary: 'A new comment responds with 200.',
  edits: [
    {
      file: 'comments/comments.controller.ts',
      find: 'ctx.status(201)',
      replace: 'ctx.status(200)',
    },
  ],
  fails: {
    'times are in UTC, with milliseconds': 'Expected status 201, got 200',
    'a new comment comes back with 201': 'Expected status 201, got 200',
  },
} satisfies Mistake;
