import type { Mistake } from '#check';

export default {
  summary: 'The handler reads a parameter that the path does not have.',
  edits: [{ file: 'library.controller.ts', find: "ctx.param('tag')", replace: "ctx.param('id')" }],
  fails: {
    'GET /tags/:tag returns the tag from the path': 'ctx.param(…) returned an empty string',
    'a path parameter is decoded exactly once': 'ctx.param(…) returned an empty string',
    'GET /tags/:tag is handled by the pattern, although a wildcard matches too':
      'ctx.param(…) returned an empty string',
  },
} satisfies Mistake;
