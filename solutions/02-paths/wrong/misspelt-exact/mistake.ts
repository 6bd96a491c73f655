import type { Mistake } from '#check';

export default {
  summary: 'The exact route is misspelt, so the pattern answers in its place.',
  edits: [{ file: 'library.controller.ts', find: "path: '/tags/popular'", replace: "path: '/tag/popular'" }],
  fails: {
    'GET /tags/popular is answered by the exact route': 'no route stands at exactly /tags/popular',
  },
} satisfies Mistake;
