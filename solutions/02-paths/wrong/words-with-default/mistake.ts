import type { Mistake } from '#check';

export default {
  summary: 'The search words have a default that nobody asked for.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "q: ctx.query('q')",
      replace: "q: ctx.queryDefault('q', 'everything')",
    },
  ],
  fails: {
    'absent query parameters have defaults': 'the handler returns a different value as "q"',
  },
} satisfies Mistake;
