import type { Mistake } from '#check';

export default {
  summary: 'The page has a default only if the whole query is missing.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "Number(ctx.queryDefault('page', '1'))",
      replace: "ctx.query('q') === '' && ctx.query('page') === '' ? 1 : Number(ctx.query('page'))",
    },
  ],
  fails: {
    'absent query parameters have defaults': 'the page has no default',
  },
} satisfies Mistake;
