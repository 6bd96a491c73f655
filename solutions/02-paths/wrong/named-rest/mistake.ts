import type { Mistake } from '#check';

export default {
  summary: 'The handler reads the rest of the path by a name that it does not have.',
  edits: [{ file: 'library.controller.ts', find: "{ file: ctx.param('*') }", replace: "{ file: ctx.param('file') }" }],
  fails: {
    'GET /files/* returns the rest of the path': 'the name of the rest is "*"',
  },
} satisfies Mistake;
