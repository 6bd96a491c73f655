import type { Mistake } from '#check';

export default {
  summary: 'The default replaces everything that counts as false, including 0.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "Number(ctx.queryDefault('page', '1'))",
      replace: "Number(ctx.query('page')) || 1",
    },
  ],
  fails: {
    'absent query parameters have defaults': '`||` does that',
  },
} satisfies Mistake;
