import type { Mistake } from '#check';

export default {
  summary: 'The path of the route is misspelled.',
  edits: [{ file: 'hello.controller.ts', find: "path: '/hello'", replace: "path: '/helo'" }],
  fails: {
    'GET /hello returns the greeting': 'no route matches GET /hello',
  },
} satisfies Mistake;
