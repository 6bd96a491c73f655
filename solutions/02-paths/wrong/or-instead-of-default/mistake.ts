import type { Mistake } from '#check';

export default {
  summary: 'The default is given for everything that counts as false, and 0 does.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "Number(ctx.queryDefault('page', '1'))",
      replace: "Number(ctx.query('page')) || 1",
    },
  ],
  fails: {
    'what is absent from the query has a default': 'Does || take the 0 for nothing?',
  },
} satisfies Mistake;
