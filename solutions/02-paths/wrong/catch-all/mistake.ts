import type { Mistake } from '#check';

export default {
  summary: 'The wildcard is at the root and handles the whole site.',
  edits: [{ file: 'library.controller.ts', find: "path: '/tags/*'", replace: "path: '/*'" }],
  fails: {
    'a path with a missing, empty, additional or different segment is 404': 'although the last segment is missing',
    'GET /files without a slash at the end is 404': 'a route matches /files itself',
    'a longer path below /tags is handled by the wildcard': 'the handler returns a different value as "below"',
  },
} satisfies Mistake;
