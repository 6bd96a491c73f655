import type { Mistake } from '#check';

export default {
  summary: 'The handler treats a plus sign in the path like one in a query.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "return { tag: ctx.param('tag') };",
      replace: "return { tag: ctx.param('tag').replaceAll('+', ' ') };",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'the handler returns a different value as "tag"',
  },
} satisfies Mistake;
