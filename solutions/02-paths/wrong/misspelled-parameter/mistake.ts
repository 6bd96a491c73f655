import type { Mistake } from '#check';

export default {
  summary: 'The handler misspells the name of one parameter.',
  edits: [{ file: 'library.controller.ts', find: "ctx.param('post')", replace: "ctx.param('posts')" }],
  fails: {
    'GET /readers/:reader/posts/:post returns both parameters': 'ctx.param(…) returned an empty string',
    'both parameters are strings, decoded exactly once': 'ctx.param(…) returned an empty string',
  },
} satisfies Mistake;
