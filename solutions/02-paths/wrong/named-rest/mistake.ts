import type { Mistake } from '#check';

export default {
  summary: 'The rest of the path is asked for under a name that it does not have.',
  edits: [{ file: 'library.controller.ts', find: "{ file: ctx.param('*') }", replace: "{ file: ctx.param('file') }" }],
  fails: {
    'GET /files/* answers with the rest of the path': 'the rest of the path is called "*"',
  },
} satisfies Mistake;
