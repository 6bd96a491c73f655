import type { Mistake } from '#check';

export default {
  summary: 'The route matches every path.',
  edits: [{ file: 'hello.controller.ts', find: "path: '/hello'", replace: "path: '/*'" }],
  fails: {
    'GET /hello returns the greeting': 'a route that matches other paths as well',
    'a path without a route is still 404': 'a route matches this path as well: /*',
  },
} satisfies Mistake;
