import type { Mistake } from '#check';

export default {
  summary: 'The handler cuts the tag off at a question mark, although the query is already gone.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ tag: ctx.param('tag') }",
      replace: "{ tag: ctx.param('tag').split('?')[0] }",
    },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'Return what ctx.param(…) returns, unchanged',
  },
} satisfies Mistake;
