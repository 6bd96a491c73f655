import type { Mistake } from '#check';

export default {
  summary: 'The handler removes a slash at the end of the path.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: ctx.param('*').replace(/\\/$/, '') }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'the handler returns a different value as "file"',
  },
} satisfies Mistake;
