import type { Mistake } from '#check';

export default {
  summary: 'The handler decodes the rest of the path a second time.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "{ file: ctx.param('*') }",
      replace: "{ file: decodeURIComponent(ctx.param('*')) }",
    },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'the handler decodes a value that is decoded already',
  },
} satisfies Mistake;
