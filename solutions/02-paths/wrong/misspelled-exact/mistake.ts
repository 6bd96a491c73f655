import type { Mistake } from '#check';

export default {
  summary: 'The exact path is misspelled, so the pattern handles the request.',
  edits: [{ file: 'library.controller.ts', find: "path: '/tags/popular'", replace: "path: '/tag/popular'" }],
  fails: {
    'GET /tags/popular is handled by a route of its own': 'the route GET /tags/:tag handled this request',
  },
} satisfies Mistake;
