import type { Mistake } from '#check';

export default {
  summary: 'The wildcard stands at the root, and answers for the whole site.',
  edits: [{ file: 'library.controller.ts', find: "path: '/tags/*'", replace: "path: '/*'" }],
  fails: {
    'a path with a segment too few or an empty one matches nothing': 'a route matches more than it should',
    'GET /files alone matches nothing': 'a route matches more than it should',
    'everything deeper is answered by the wildcard': 'the path of the wildcard is /tags/*',
  },
} satisfies Mistake;
