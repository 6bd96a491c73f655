import type { Mistake } from '#check';

export default {
  summary: 'An absent page becomes 0, because Number converts an empty string to 0.',
  edits: [{ file: 'library.controller.ts', find: "ctx.queryDefault('page', '1')", replace: "ctx.query('page')" }],
  fails: {
    'absent query parameters have defaults': 'the page has no default',
  },
} satisfies Mistake;
