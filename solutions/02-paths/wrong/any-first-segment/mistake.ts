import type { Mistake } from '#check';

export default {
  summary: 'The first segment of the path is a parameter too.',
  edits: [{ file: 'library.controller.ts', find: "path: '/tags/:tag'", replace: "path: '/:kind/:tag'" }],
  fails: {
    'GET /files/* returns the rest of the path': 'the body contains tag instead of file',
    'a path parameter matches one segment, below /tags only':
      'the first segment of the route of step 1 is a parameter too',
  },
} satisfies Mistake;
