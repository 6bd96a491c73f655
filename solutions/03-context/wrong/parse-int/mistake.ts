import type { Mistake } from '#check';

export default {
  summary: 'parseInt accepts a number with something after it.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "Number(ctx.param('number'))",
      replace: "Number.parseInt(ctx.param('number'), 10)",
    },
  ],
  fails: {
    'a note that does not exist is 404': 'parseInt ignores everything after the digits',
  },
} satisfies Mistake;
