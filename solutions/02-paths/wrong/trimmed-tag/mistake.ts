import type { Mistake } from '#check';

export default {
  summary: 'The handler trims the parameter.',
  edits: [
    { file: 'library.controller.ts', find: "{ tag: ctx.param('tag') }", replace: "{ tag: ctx.param('tag').trim() }" },
  ],
  fails: {
    'a path parameter is decoded exactly once': 'Return what ctx.param(…) returns, unchanged',
  },
} satisfies Mistake;
