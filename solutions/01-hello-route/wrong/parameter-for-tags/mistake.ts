import type { Mistake } from '#check';

export default {
  summary: 'The path of the tags is a parameter, so it matches every other word as well.',
  edits: [{ file: 'hello.controller.ts', find: "path: '/tags'", replace: "path: '/:tags'" }],
  fails: {
    'a path without a route is still 404': 'a route matches this path as well: /:tags',
  },
} satisfies Mistake;
