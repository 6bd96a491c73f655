import type { Mistake } from '#check';

export default {
  summary: 'A parameter is used where a wildcard is needed.',
  edits: [
    { file: 'library.controller.ts', find: "path: '/files/*'", replace: "path: '/files/:file'" },
    { file: 'library.controller.ts', find: "{ file: ctx.param('*') }", replace: "{ file: ctx.param('file') }" },
  ],
  fails: {
    'GET /files/* returns the rest of the path': 'no route matches GET /files/',
  },
} satisfies Mistake;
